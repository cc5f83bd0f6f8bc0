import { typeLabel } from '@lotbook/journal'
import { formatDecimal, plus } from '@lotbook/money'
import {
  incomeLineName,
  linesOfSchedule1,
  NO_BUSINESS_FACTS,
  SCHEDULE_B_ABOVE,
  type BusinessFacts,
  type ChosenIncomeLine,
  type LineOfIncome,
} from '@lotbook/rules/us'
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
export function incomeLines(
  year: number,
  sources: readonly IncomeOfSource[],
  facts: BusinessFacts = NO_BUSINESS_FACTS,
): IncomeLines {
  const on = (of: LineOfIncome) => sources.filter(({ goesTo }) => goesTo.line === of)
  const own = (of: LineOfIncome, text: string) =>
    on(of).length === 0 ? [] : line(incomeLineName(of, year), text, amountOf(on(of)))
  const { business, other, total, form1040 } = linesOfSchedule1(year)
  const profit = profitOf(amountOf(on('business')), facts)
  const additional = [
    ...(on('business').length > 0 ? [profit] : []),
    ...(on('other').length > 0 ? [amountOf(on('other'))] : []),
  ]
  const sumLine = (name: string | null, text: string) =>
    additional.length === 0 ? [] : line(name, text, sumOf(additional))
  return {
    lines: [
      ...own('business', 'Gross receipts of a business'),
      ...(on('business').length > 0 ? businessLines(business, profit, facts) : []),
      ...otherLines(year, on('other')),
      ...(on('other').length > 0 ? line(other, 'Total other income', amountOf(on('other'))) : []),
      ...sumLine(total, 'Additional income'),
      ...own('wages', 'Wages'),
      ...own('interest', 'Taxable interest'),
      ...own('dividends', 'Ordinary dividends'),
      ...sumLine(form1040, `Additional income from ${total ?? ''}`),
    ],
    notes: notesOn(year, sources, facts),
  }
}

/** All income of a year that adds to adjusted gross income, in cents: what is unpriced counts as nothing. */
export function totalIncome(
  sources: readonly IncomeOfSource[],
  facts: BusinessFacts = NO_BUSINESS_FACTS,
): bigint {
  const byLine = Map.groupBy(sources, ({ goesTo }) => goesTo.line)
  return [...byLine].reduce((total, [of, on]) => {
    const amount = amountOf(on)
    return total + ((of === 'business' ? profitOf(amount, facts) : amount) ?? 0n)
  }, 0n)
}

/** No line where the return of a year has none. */
const line = (name: string | null, text: string, amount: bigint | null): AmountLine[] =>
  name === null ? [] : [{ line: name, text, amount }]

const profitOf = (receipts: bigint | null, { business_expenses }: BusinessFacts) =>
  receipts === null || business_expenses === null
    ? receipts
    : receipts - formUnits(business_expenses, 'cents')

/** Schedule C from its expenses on, where they are stated, and where its net profit goes. */
function businessLines(
  onReturn: string,
  profit: bigint | null,
  { business_expenses: expenses }: BusinessFacts,
): AmountLine[] {
  if (expenses === null) return line(onReturn, 'Business income, before your expenses', profit)
  return [
    ...line('Schedule C, line 28', 'Total expenses', formUnits(expenses, 'cents')),
    ...line('Schedule C, line 31', 'Net profit or loss', profit),
    ...line(onReturn, 'Business income or loss', profit),
  ]
}

/** Other income; in cash it is no digital asset, and has a line of its own since these have theirs. */
function otherLines(year: number, sources: readonly IncomeOfSource[]): AmountLine[] {
  const coinsFirst = sources.toSorted((a, b) => Number(a.isCash) - Number(b.isCash))
  const byLine = Map.groupBy(coinsFirst, ({ isCash }) => incomeLineName('other', year, isCash))
  return [...byLine].flatMap(([name, of]) =>
    line(
      name,
      name.endsWith('8v') ? 'Digital assets received as ordinary income' : 'Other income',
      amountOf(of),
    ),
  )
}

/** The income of sources in cents, each rounded by itself; null where nobody knows the value of any receipt. */
export function amountOf(sources: readonly IncomeOfSource[]): bigint | null {
  return sumOf(
    sources.map(({ receipts, unpriced, value }) => (unpriced < receipts ? formUnits(value, 'cents') : null)),
  )
}

/** The sum of what is known; null where nothing is. */
function sumOf(amounts: readonly (bigint | null)[]): bigint | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0n)
}

function notesOn(year: number, sources: readonly IncomeOfSource[], facts: BusinessFacts): string[] {
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
    ...(has('business') && facts.business_expenses === null
      ? ['Schedule C takes your business expenses off the gross receipts. None are entered.']
      : []),
    ...(has('business') ? ['Net earnings of $400 or more owe self-employment tax, on Schedule SE.'] : []),
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

/** Kinds of income whose line nobody confirmed, each by name: what a paper lists as missing. */
export function unconfirmedLines(year: number, sources: readonly IncomeOfSource[]): string[] {
  return sources
    .filter(({ goesTo }) => goesTo.chosen !== 'answered')
    .map((one) => {
      const line = incomeLineName(one.goesTo.line, year, one.isCash)
      return `Confirmation of ${line} for ${kindText(one)} from ${one.account}`
    })
}

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
