import { capitalGains, type CapitalAssumption, type CapitalGains } from '@lotbook/rules/us'
import { allocationNotes } from './allocation-notes.ts'
import { csvLines, type CsvRow } from './csv.ts'
import { form8949, type Form8949, type Form8949Section } from './form-8949.ts'
import { formText, formUnits, type FormUnit } from './money-text.ts'
import { closingNotes } from './not-advice.ts'
import { reportFileName, type ReportFile, type ReturnOfYear, type YearReport } from './year-report.ts'

/** A line of a form; columns (d), (e), (g) and (h) in form units, null where the line has no such column or nothing is known. */
export interface ReturnLine {
  readonly line: string
  readonly text: string
  readonly proceeds: bigint | null
  readonly basis: bigint | null
  readonly adjustment: bigint | null
  readonly gain: bigint | null
}

/** Schedule D of a year with what it rests on. */
export interface ScheduleD {
  readonly unit: FormUnit
  readonly lines: readonly ReturnLine[]
  /** The line of Form 1040 that takes the gain, or the loss within its limit. */
  readonly form1040: ReturnLine
  /** Lines 1 to 13 of the Capital Loss Carryover Worksheet for lines 6 and 14; empty where the year before left no loss. */
  readonly worksheet: readonly ReturnLine[]
  /** Loss that goes on to the next year, by term. */
  readonly next: readonly ReturnLine[]
  /** Sentences, one for each statement that a figure takes for granted. */
  readonly notes: readonly string[]
}

/** Totals of a box of Form 8949 as it is printed, in form units. */
export interface BoxTotals extends Pick<Form8949Section, 'box' | 'totals'> {
  /** They stand on line 1a or 8a, without Form 8949. */
  readonly isDirect?: boolean
}

/** Totals by box of a form, and of the sales that are left off it. */
export function boxTotalsOf({ sections, direct }: Form8949): BoxTotals[] {
  return [...sections, ...direct.map((section) => ({ ...section, isDirect: true }))]
}

interface BoxLine {
  readonly line: string
  readonly isDirect?: boolean
  readonly boxes: readonly string[]
  readonly text: string
}

/** The lines of Schedule D that the boxes of Form 8949 add up on (tax/us 5.1). */
const SHORT_LINES: readonly BoxLine[] = [
  {
    line: '1a',
    boxes: ['A', 'G'],
    isDirect: true,
    text: 'Short-term, basis reported to the IRS and no adjustments, without Form 8949',
  },
  { line: '1b', boxes: ['A', 'G'], text: 'Short-term, Form 8949 with box A or G checked' },
  { line: '2', boxes: ['B', 'H'], text: 'Short-term, Form 8949 with box B or H checked' },
  { line: '3', boxes: ['C', 'I'], text: 'Short-term, Form 8949 with box C or I checked' },
]
const LONG_LINES: readonly BoxLine[] = [
  {
    line: '8a',
    boxes: ['D', 'J'],
    isDirect: true,
    text: 'Long-term, basis reported to the IRS and no adjustments, without Form 8949',
  },
  { line: '8b', boxes: ['D', 'J'], text: 'Long-term, Form 8949 with box D or J checked' },
  { line: '9', boxes: ['E', 'K'], text: 'Long-term, Form 8949 with box E or K checked' },
  { line: '10', boxes: ['F', 'L'], text: 'Long-term, Form 8949 with box F or L checked' },
]

/** Boxes of Form 8949 that a line of Schedule D adds up; none for other lines. */
export function boxesOfLine(line: string): readonly string[] {
  return [...SHORT_LINES, ...LONG_LINES].find((one) => one.line === line)?.boxes ?? []
}

/**
 * Schedule D, lines 1a to 22, from the printed Form 8949: its totals go on lines 1b to 3 and 8b to 10, those of sales left off it on lines 1a and 8a, what the person states of other
 * property and the carryover beside them, and lines 7, 15, 16 and 21 follow from what is printed (Schedule D and its instructions, tax/us 6).
 */
export function scheduleD(
  year: number,
  boxes: readonly BoxTotals[],
  { facts, earlier }: ReturnOfYear,
  unit: FormUnit = 'cents',
): ScheduleD {
  const short = boxLines(boxes, SHORT_LINES)
  const long = boxLines(boxes, LONG_LINES)
  const own = { short: formText(sumOf(short), unit), long: formText(sumOf(long), unit) }
  const capital = capitalGains([...earlier, { year, ...own, facts }]).at(-1)!
  const units = (amount: string) => formUnits(amount, unit)
  const partI = [
    ...short,
    line('4 to 5', 'Short-term gain or loss of other property, as entered', otherOf(facts.other_short, unit)),
    line('6', 'Short-term capital loss carryover', -units(capital.carried.short)),
  ]
  const partII = [
    ...long,
    line('11 to 13', 'Long-term gain or loss of other property, as entered', otherOf(facts.other_long, unit)),
    line('14', 'Long-term capital loss carryover', -units(capital.carried.long)),
  ]
  const [net7, net15] = [sumOf(partI), sumOf(partII)]
  const partIII = summary(net7, net15, -units(capital.limit))
  return {
    unit,
    lines: [
      ...partI,
      line('7', 'Net short-term capital gain or loss', net7),
      ...partII,
      line('15', 'Net long-term capital gain or loss', net15),
      ...partIII.lines,
    ],
    form1040: line(gainLine(year), 'Capital gain or loss', partIII.onForm1040),
    worksheet: worksheetLines(capital, units),
    next: [
      line('short', `Short-term loss to carry over to ${year + 1}`, units(capital.left.short)),
      line('long', `Long-term loss to carry over to ${year + 1}`, units(capital.left.long)),
    ],
    notes: capital.assumptions.map((one) => ASSUMED[one](capital, earlier[0]?.year ?? year)),
  }
}

/** The line that a capital gain or loss goes to, of Form 1040 but in 2018 (tax/us 6.1; before 2020 from memory). */
export function gainLine(year: number): string {
  if (year >= 2025) return 'Form 1040, line 7a'
  if (year >= 2020) return 'Form 1040, line 7'
  if (year === 2019) return 'Form 1040, line 6'
  return year === 2018 ? 'Schedule 1, line 13' : 'Form 1040, line 13'
}

/** Part III: line 16, the questions that follow from it, and line 21. */
function summary(net7: bigint, net15: bigint, lowest: bigint) {
  const net = net7 + net15
  const isLoss = net < 0n
  const allowed = isLoss ? (net < lowest ? lowest : net) : null
  const areBothGains = net15 > 0n && net > 0n
  const skipped = 'skipped'
  const lines = [
    line('16', 'Lines 7 and 15 together', net),
    unusedLine('17', `Lines 15 and 16 are both gains: ${net > 0n ? (areBothGains ? 'Yes' : 'No') : skipped}`),
    unusedLine(
      '18',
      `28% rate gain, of collectibles: ${areBothGains ? 'from the rest of the return' : skipped}`,
    ),
    unusedLine(
      '19',
      `Unrecaptured section 1250 gain: ${areBothGains ? 'from the rest of the return' : skipped}`,
    ),
    unusedLine(
      '20',
      areBothGains
        ? 'Lines 18 and 19 are zero and there is no Form 4952: Yes, where the rest of the return has none'
        : `Lines 18 and 19 are zero and there is no Form 4952: ${skipped}`,
    ),
    line(
      '21',
      isLoss ? 'Loss that reduces other income' : `Loss that reduces other income: ${skipped}`,
      allowed,
    ),
    unusedLine(
      '22',
      `Qualified dividends on Form 1040, line 3a: ${areBothGains ? skipped : 'from the rest of the return'}`,
    ),
  ]
  return { lines, onForm1040: allowed ?? net }
}

const WORKSHEET = [
  'Taxable income of the year before (Form 1040, line 15)',
  'Loss on line 21 of the Schedule D of the year before',
  'Lines 1 and 2 together, not below zero',
  'The smaller of lines 2 and 3',
  'Loss on line 7 of that Schedule D',
  'Gain on line 15 of that Schedule D',
  'Lines 4 and 6 together',
  'Short-term carryover for line 6: line 5 less line 7',
  'Loss on line 15 of that Schedule D',
  'Gain on line 7 of that Schedule D',
  'Line 4 less line 5, not below zero',
  'Lines 10 and 11 together',
  'Long-term carryover for line 14: line 9 less line 12',
]

function worksheetLines({ worksheet }: CapitalGains, units: (amount: string) => bigint): ReturnLine[] {
  return (worksheet ?? []).map((amount, i) =>
    line(String(i + 1), WORKSHEET[i]!, amount === null ? null : units(amount)),
  )
}

const ASSUMED: Readonly<Record<CapitalAssumption, (capital: CapitalGains, first: number) => string>> = {
  carryover: (_, first) => `No capital loss is carried over from before ${first}. Enter one if there is.`,
  other_gains: () =>
    'Digital assets only. Gains and losses of other property are not entered, so lines 7, 15, 16 and 21 may be different.',
  filing_status: () =>
    'The filing status is not entered. A loss is limited to $3,000, or $1,500 if married filing separately.',
  taxable_income: ({ yearsWithoutIncome }) =>
    `Taxable income of ${inWords(yearsWithoutIncome)} is not entered. It is taken to be enough to use the whole loss on line 21.`,
}

/** `2021, 2022 and 2023`. */
function inWords(years: readonly number[]): string {
  return years.length < 2 ? years.join('') : `${years.slice(0, -1).join(', ')} and ${years.at(-1)!}`
}

function boxLines(boxes: readonly BoxTotals[], lines: readonly BoxLine[]): ReturnLine[] {
  return lines.map(({ line: name, boxes: own, text, isDirect: isDirectLine = false }) => {
    const of = boxes.filter(({ box, isDirect = false }) => own.includes(box) && isDirect === isDirectLine)
    if (isDirectLine && of.length === 0)
      return unusedLine(
        name,
        `${text.split(',')[0]}, without Form 8949: not used, every sale is listed on Form 8949`,
      )
    const sum = (column: keyof BoxTotals['totals']) =>
      of.reduce((all, { totals }) => all + totals[column], 0n)
    return {
      line: name,
      text,
      proceeds: sum('proceeds'),
      basis: sum('basis'),
      // Lines 1a and 8a have no column (g).
      adjustment: isDirectLine ? null : sum('adjustment'),
      gain: sum('gain'),
    }
  })
}

const sumOf = (lines: readonly ReturnLine[]) => lines.reduce((sum, { gain }) => sum + (gain ?? 0n), 0n)

const otherOf = (amount: string | null, unit: FormUnit) => (amount === null ? null : formUnits(amount, unit))

function line(name: string, text: string, gain: bigint | null): ReturnLine {
  return { line: name, text, proceeds: null, basis: null, adjustment: null, gain }
}

const unusedLine = (name: string, text: string) => line(name, text, null)

/**
 * The lines as a table, the worksheet and the next year's carryover beneath. Lines named `Note` say what the figures take for granted,
 * and where they rest on an allocation that is no safe harbor.
 */
export function scheduleDCsv(report: YearReport, unit: FormUnit = 'cents'): ReportFile {
  const { lines, form1040, worksheet, next, notes } = scheduleD(
    report.year,
    boxTotalsOf(form8949(report, unit)),
    report.returnOfYear,
    unit,
  )
  const cell = (units: bigint | null) => (units === null ? null : formText(units, unit))
  const row = (one: ReturnLine, prefix = ''): CsvRow => [
    `${prefix}${one.line}`,
    one.text,
    cell(one.proceeds),
    cell(one.basis),
    cell(one.adjustment),
    cell(one.gain),
  ]
  const all = [
    ...notes,
    ...allocationNotes(report.disposals).map(({ text }) => text),
    ...closingNotes(report),
  ]
  const rows = [
    ...lines.map((one) => row(one)),
    row(form1040),
    ...worksheet.map((one) => row(one, 'Carryover worksheet, line ')),
    ...next.map((one) => row(one, 'Carryover, ')),
    ...all.map((text): CsvRow => ['Note', text, null, null, null, null]),
  ]
  return {
    fileName: reportFileName('schedule-d', report, 'csv'),
    mediaType: 'text/csv; charset=utf-8',
    rows: rows.length,
    chunks: csvLines(['Line', 'Description', 'Proceeds', 'Cost Basis', 'Adjustment', 'Gain or Loss'], rows),
  }
}
