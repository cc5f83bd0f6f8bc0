import {
  capitalGains,
  NO_RETURN_FACTS,
  type BusinessFacts,
  type CapitalYear,
  type ReturnFacts,
} from '@lotbook/rules/us'
import { incomeLines, totalIncome, type IncomeOfSource } from '../income-lines.ts'
import { formText, formUnits } from '../money-text.ts'
import { scheduleD, type BoxTotals, type ScheduleD } from '../schedule-d.ts'
import type { AmendedLine } from './amended-line.ts'
import { carryoverLines, statedCarryovers } from './carryover-lines.ts'
import { explanation, type AmendmentCause } from './explanation.ts'

/** A year on one of the two returns: as filed, or corrected. */
export interface ReturnSide {
  /** Totals of its Form 8949. */
  readonly boxes: readonly BoxTotals[]
  /** The years before it, whose losses carry over into it. */
  readonly earlier: readonly CapitalYear[]
  readonly incomes: readonly IncomeOfSource[]
}

export interface AmendedReturnInput {
  readonly year: number
  readonly filed: ReturnSide
  readonly corrected: ReturnSide
  /** The years after it, whose gains are the same on both sides. */
  readonly later: readonly CapitalYear[]
  readonly facts: ReturnFacts
  readonly businessFacts: BusinessFacts
  /** Change of the donation deduction, exact. */
  readonly deduction: string
  readonly causes: readonly AmendmentCause[]
  /** Filed years before it that differ from what was filed as well. */
  readonly earlierAmended: readonly number[]
}

/** A line of Form 1040-X: column A as filed, B the net change, C the correct amount; null where only the whole return tells. */
export interface Line1040X {
  readonly line: string
  readonly text: string
  readonly a: bigint | null
  readonly b: bigint | null
  readonly c: bigint | null
}

/** An amended return of a year, line by line. */
export interface AmendedReturn {
  readonly year: number
  readonly form8949: readonly AmendedLine[]
  readonly scheduleD: readonly AmendedLine[]
  /** Lines of Form 1040 and the schedules that lead to them. */
  readonly form1040: readonly AmendedLine[]
  readonly form1040X: readonly Line1040X[]
  /** Losses that later years carry over, and the lines of Form 1040 that they move. */
  readonly carryover: readonly AmendedLine[]
  /** Explanation of the changes, a sentence each: Part II of Form 1040-X. */
  readonly partII: readonly string[]
  readonly notes: readonly string[]
  /** Statements about the corrected return: its taxable income is the one as filed and the change. */
  readonly correctedFacts: ReturnFacts
}

/**
 * The lines of a filed return that an amended one changes: Form 8949 and Schedule D before and after, Form 1040 after the limit of a loss,
 * columns A to C of Form 1040-X, and what later years carry over. A change of a loss beyond the limit changes no line of Form 1040 and all
 * of the carryover (sections 1211(b), 1212(b); Schedule D and its worksheet; Form 1040-X and its instructions).
 */
export function amendedReturn(input: AmendedReturnInput): AmendedReturn {
  const { year, filed, corrected, facts, businessFacts } = input
  const scheduleOf = (side: ReturnSide, stated: ReturnFacts) =>
    scheduleD(year, side.boxes, { facts: stated, earlier: side.earlier })
  const before = scheduleOf(filed, facts)
  const gainChange = (scheduleOf(corrected, facts).form1040.gain ?? 0n) - (before.form1040.gain ?? 0n)
  const incomeChange =
    totalIncome(corrected.incomes, businessFacts) - totalIncome(filed.incomes, businessFacts)
  const change = gainChange + incomeChange
  const correctedFacts = withChange(facts, change)
  const after = scheduleOf(corrected, correctedFacts)
  const form1040 = form1040Lines(input, before, after)
  const scheduleLines = zipped('Schedule D', before, after)
  const chains = [chain(input, filed, facts), chain(input, corrected, correctedFacts)] as const
  const carryover = carryoverLines(year, new Set(input.later.map((one) => one.year)), ...chains)
  return {
    year,
    form8949: boxLines(filed.boxes, corrected.boxes),
    scheduleD: scheduleLines,
    form1040,
    form1040X: form1040X(input, form1040, change),
    carryover,
    partII: explanation({ ...input, scheduleD: scheduleLines, form1040, carryover }),
    notes: [...statedCarryovers(year, ...chains), ...notesOf(input, after)],
    correctedFacts,
  }
}

function withChange(facts: ReturnFacts, change: bigint): ReturnFacts {
  const { taxable_income } = facts
  if (taxable_income === null) return facts
  return { ...facts, taxable_income: formText(formUnits(taxable_income, 'cents') + change, 'cents') }
}

function chain({ year, later }: AmendedReturnInput, side: ReturnSide, facts: ReturnFacts) {
  const sum = (boxes: string) =>
    side.boxes.reduce((total, { box, totals }) => (boxes.includes(box) ? total + totals.gain : total), 0n)
  const own = { short: formText(sum('ABCGHI'), 'cents'), long: formText(sum('DEFJKL'), 'cents') }
  const next = { year: year + 1, short: '0', long: '0', facts: NO_RETURN_FACTS }
  return capitalGains([
    ...side.earlier,
    { year, ...own, facts },
    ...(later[0]?.year === next.year ? [] : [next]),
    ...later,
  ])
}

const COLUMNS = [
  ['(d) proceeds', 'proceeds'],
  ['(e) cost basis', 'basis'],
  ['(g) adjustment', 'adjustment'],
  ['(h) gain or loss', 'gain'],
] as const

function boxLines(filed: readonly BoxTotals[], corrected: readonly BoxTotals[]): AmendedLine[] {
  // Totals without the form are on lines 1a and 8a of Schedule D.
  const listed = [filed, corrected].map((side) => side.filter(({ isDirect }) => isDirect !== true))
  const boxes = [...new Set(listed.flat().map(({ box }) => box))].sort()
  return boxes.flatMap((box) => {
    const [was, is] = listed.map((side) => side.find((one) => one.box === box)?.totals)
    return COLUMNS.map(([text, column]) => ({
      form: 'Form 8949',
      line: `box ${box}`,
      text: `Totals, column ${text}`,
      filed: was?.[column] ?? 0n,
      corrected: is?.[column] ?? 0n,
    }))
  })
}

/** Lines of a schedule, which are the same on both sides; those that have no amount on either are left out. */
function zipped(form: string, before: ScheduleD, after: ScheduleD): AmendedLine[] {
  return after.lines.flatMap(({ line, text, gain }, n) => {
    const was = before.lines[n]?.gain ?? null
    return was === null && gain === null ? [] : [{ form, line, text, filed: was, corrected: gain }]
  })
}

function form1040Lines(
  { year, filed, corrected, businessFacts }: AmendedReturnInput,
  before: ScheduleD,
  after: ScheduleD,
): AmendedLine[] {
  const [was, is] = [filed, corrected].map(({ incomes }) => incomeLines(year, incomes, businessFacts).lines)
  const names = [...new Map([...(is ?? []), ...(was ?? [])].map(({ line, text }) => [line, text]))]
  const amount = (lines: typeof was, name: string) => lines?.find(({ line }) => line === name)?.amount ?? 0n
  const capital = after.form1040
  return [
    ...names.map(([name, text]) => named(name, text, amount(was, name), amount(is, name))),
    named(capital.line, capital.text, before.form1040.gain, capital.gain),
  ]
}

/** `Schedule 1, line 8v` as the form and its line. */
function named(name: string, text: string, filed: bigint | null, corrected: bigint | null): AmendedLine {
  const [form = '', line = ''] = name.split(', line ')
  return { form, line, text, filed, corrected }
}

const MAIN = 'Form 1040'

function form1040X(
  { facts, deduction }: AmendedReturnInput,
  form1040: readonly AmendedLine[],
  change: bigint,
): Line1040X[] {
  const moves = formUnits(deduction, 'cents') !== 0n
  const filedIncome = facts.taxable_income === null ? null : formUnits(facts.taxable_income, 'cents')
  const unknown = { a: null, b: null, c: null }
  const parts = form1040
    .filter(({ form, filed, corrected }) => form === MAIN && filed !== corrected)
    .map(({ line, text, filed, corrected }) => ({
      line: '1 (part)',
      text: `${text} (Form 1040, line ${line})`,
      a: filed,
      b: (corrected ?? 0n) - (filed ?? 0n),
      c: corrected,
    }))
  const taxable = taxableIncome(filedIncome, moves ? null : change)
  return [
    {
      line: '1',
      text: 'Adjusted gross income; column A from the return as filed',
      a: null,
      b: change,
      c: null,
    },
    ...parts,
    {
      line: '2',
      text: moves
        ? 'Itemized or standard deduction; the donation deduction changes, if you itemize'
        : 'Itemized or standard deduction; no change from digital assets',
      a: null,
      b: moves ? null : 0n,
      c: null,
    },
    { line: '3', text: 'Line 1 less line 2', a: null, b: moves ? null : change, c: null },
    { line: '4b', text: 'Qualified business income deduction, from the return', ...unknown },
    { line: '5', text: 'Taxable income', ...taxable },
    { line: '6', text: 'Tax, worked out anew with the rates of capital gains', ...unknown },
  ]
}

/** Line 5, which the form holds at zero or above: a change below that is none. */
function taxableIncome(filed: bigint | null, change: bigint | null): Pick<Line1040X, 'a' | 'b' | 'c'> {
  if (filed === null) return { a: null, b: change, c: null }
  const a = atLeastZero(filed)
  if (change === null) return { a, b: null, c: null }
  const c = atLeastZero(filed + change)
  return { a, b: c - a, c }
}

const atLeastZero = (amount: bigint) => (amount < 0n ? 0n : amount)

function notesOf(
  { year, earlierAmended, businessFacts, corrected, deduction, facts }: AmendedReturnInput,
  after: ScheduleD,
): string[] {
  const hasBusiness = corrected.incomes.some(({ goesTo }) => goesTo.line === 'business')
  return [
    ...(facts.taxable_income === null
      ? [`Taxable income of ${year} is not entered, so columns A and C of line 5 are left to you.`]
      : []),
    ...(formUnits(deduction, 'cents') === 0n
      ? []
      : [
          `The donation deduction changes by ${formText(formUnits(deduction, 'cents'), 'cents')}. It counts on Schedule A and line 2 of Form 1040-X, if you itemize.`,
        ]),
    ...(hasBusiness
      ? ['Business income changes self-employment tax (Schedule SE) and its deduction on Schedule 1 as well.']
      : []),
    ...(earlierAmended.length === 0
      ? []
      : [
          `${earlierAmended.join(', ')} would be amended too: the carryover into ${year} takes that for granted.`,
        ]),
    ...after.notes,
    ...incomeLines(year, corrected.incomes, businessFacts).notes,
    'Line 6 and the lines after it follow from the whole return and are not worked out here.',
    'Lines and parts of Form 1040-X are those of its revisions since 2024. Compare them with the form that you file.',
  ]
}
