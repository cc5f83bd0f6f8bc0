import { typeLabel } from '@lotbook/journal'
import { formatDecimal, plus } from '@lotbook/money'
import {
  incomeLineName,
  linesOfSchedule1,
  SCHEDULE_B_ABOVE,
  type ChosenIncomeLine,
  type LineOfIncome,
} from '@lotbook/rules'
import { exact, formUnits } from './money-text.ts'
import type { YearReport } from './year-report.ts'

/** The income of one kind from one source in a year; `value` is exact decimal text in US dollars. */
export interface IncomeOfSource {
  readonly category: string
  readonly account: string
  readonly isCash: boolean
  readonly receipts: number
  /** Receipts whose value nobody knows; they count as zero. */
  readonly unpriced: number
  readonly value: string
  readonly goesTo: ChosenIncomeLine
}

/** A line of the return with its amount in cents; null where nobody knows the value of any receipt on it. */
export interface AmountLine {
  readonly line: string
  readonly text: string
  readonly amount: bigint | null
}

/** The lines of the return that income leads to, with sentences about what they rest on. */
export interface IncomeLines {
  readonly lines: readonly AmountLine[]
  readonly notes: readonly string[]
}

/**
 * The lines of the return that the income of a year leads to, in the order of the forms: Schedule C, Schedule 1, Form 1040. Each kind and
 * source is rounded to the cent, and lines add up what is printed (docs/tax/income.md).
 */
export function incomeLines(year: number, sources: readonly IncomeOfSource[]): IncomeLines {
  const on = (...lines: readonly LineOfIncome[]) =>
    sources.filter(({ goesTo }) => lines.includes(goesTo.line))
  const line = (name: string | null, text: string, of: readonly IncomeOfSource[]): AmountLine[] =>
    name === null || of.length === 0 ? [] : [{ line: name, text, amount: amountOf(of) }]
  const own = (of: LineOfIncome, text: string) => line(incomeLineName(of, year), text, on(of))
  const { business, other, total, form1040 } = linesOfSchedule1(year)
  const additional = on('business', 'other')
  return {
    lines: [
      ...own('business', 'Gross receipts of a business'),
      ...line(business, 'Business income, before your expenses', on('business')),
      ...[
        ...Map.groupBy(on('other').toSorted(coinsFirst), ({ isCash }) =>
          incomeLineName('other', year, isCash),
        ),
      ].flatMap(([name, of]) =>
        line(name, name.endsWith('8v') ? 'Digital assets received as ordinary income' : 'Other income', of),
      ),
      ...line(other, 'Total other income', on('other')),
      ...line(total, 'Additional income', additional),
      ...own('wages', 'Wages'),
      ...own('interest', 'Taxable interest'),
      ...own('dividends', 'Ordinary dividends'),
      ...line(form1040, `Additional income from ${total ?? ''}`, additional),
    ],
    notes: notesOn(year, sources),
  }
}

/** Income in cash is no digital asset, and has a line of its own since these have theirs. */
const coinsFirst = (a: IncomeOfSource, b: IncomeOfSource) => Number(a.isCash) - Number(b.isCash)

function amountOf(sources: readonly IncomeOfSource[]): bigint | null {
  const known = sources.filter(({ receipts, unpriced }) => unpriced < receipts)
  return known.length === 0 ? null : known.reduce((sum, { value }) => sum + formUnits(value, 'cents'), 0n)
}

function notesOn(year: number, sources: readonly IncomeOfSource[]): string[] {
  const open = sources.filter(({ goesTo }) => goesTo.chosen !== 'answered').length
  const unpriced = sources.reduce((sum, one) => sum + one.unpriced, 0)
  const on = (line: LineOfIncome) => sources.filter(({ goesTo }) => goesTo.line === line)
  const has = (line: LineOfIncome) => on(line).length > 0
  const isOnScheduleB = (line: LineOfIncome) =>
    (amountOf(on(line)) ?? 0n) > formUnits(SCHEDULE_B_ABOVE, 'cents')
  return [
    ...(open > 0
      ? [
          `${open} of ${counted(sources.length, 'kind of income is', 'kinds of income are')} on a line that you have not confirmed for ${year}: the usual one, or the one of an earlier year.`,
        ]
      : []),
    ...(unpriced > 0
      ? [
          `${counted(unpriced, 'receipt has no price and counts', 'receipts have no price and count')} as $0 here.`,
        ]
      : []),
    ...(has('business')
      ? [
          'Schedule C takes your expenses off the gross receipts; Lotbook does not have them. Net earnings of $400 or more owe self-employment tax on Schedule SE.',
        ]
      : []),
    ...(has('wages')
      ? ['Wages are those on Form W-2. If the form already includes this pay, enter it once.']
      : []),
    ...(isOnScheduleB('interest')
      ? ['Interest is more than $1,500: list each payer in Part I of Schedule B.']
      : []),
    ...(isOnScheduleB('dividends')
      ? ['Ordinary dividends are more than $1,500: list each payer in Part II of Schedule B.']
      : []),
  ]
}

const counted = (n: number, one: string, many: string) =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en-US')} ${many}`

/** How a line was chosen, for people. */
export function chosenText({ chosen, from }: ChosenIncomeLine): string {
  switch (chosen) {
    case 'answered':
      return 'Confirmed'
    case 'carried':
      return `As in ${from ?? 'an earlier year'}; not confirmed`
    case 'usual':
      return 'Usual line; not confirmed'
  }
}

/** A kind of income as a person reads it: `Mined`, `Interest received, in cash`. */
export function kindText({ category, isCash }: Pick<IncomeOfSource, 'category' | 'isCash'>): string {
  return `${typeLabel('incoming', category)}${isCash ? ', in cash' : ''}`
}

/** The receipts of a report by kind and source, the largest first. */
export function incomeBySource({ incomes }: Pick<YearReport, 'incomes'>): IncomeOfSource[] {
  const found = new Map<string, IncomeOfSource>()
  for (const { category, account, isCash, isUnpriced, value, goesTo } of incomes) {
    const key = JSON.stringify([category, account, isCash, goesTo])
    const before = found.get(key)
    found.set(key, {
      category,
      account,
      isCash,
      goesTo,
      receipts: (before?.receipts ?? 0) + 1,
      unpriced: (before?.unpriced ?? 0) + Number(isUnpriced),
      value: formatDecimal(plus(exact(before?.value ?? '0'), exact(value))),
    })
  }
  return [...found.values()].toSorted(byValue)
}

/** The larger first; ties by kind and source, so that the order is always the same. */
export function byValue(a: IncomeOfSource, b: IncomeOfSource): number {
  const [first, second] = [formUnits(a.value, 'cents'), formUnits(b.value, 'cents')]
  if (first !== second) return first > second ? -1 : 1
  const [one, other] = [`${kindText(a)} ${a.account}`, `${kindText(b)} ${b.account}`]
  return one === other ? 0 : one < other ? -1 : 1
}
