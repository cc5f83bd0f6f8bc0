import type { KindOfIncome, ReturnLine } from '../income-lines.ts'

/** The lines of a return that ordinary income goes to: other income, a business, wages, interest, dividends. */
export const LINES_OF_INCOME = ['other', 'business', 'wages', 'interest', 'dividends'] as const
export type LineOfIncome = (typeof LINES_OF_INCOME)[number]

/** Lines that a category may go to, the usual one first (tax/us 7.1). */
const LINES: Readonly<Record<string, readonly LineOfIncome[]>> = {
  mined: ['other', 'business'],
  mastermode: ['other', 'business'],
  staking_reward: ['other', 'business'],
  airdrop: ['other', 'business'],
  fork: ['other', 'business'],
  misc_reward: ['other', 'business'],
  rebate: ['other', 'business'],
  payment: ['business', 'wages', 'other'],
  interest_received: ['other', 'interest', 'business'],
  dividend_received: ['other', 'dividends'],
}
/** Interest and dividends in dollars are what Schedule B is for. */
const LINES_IN_CASH: Readonly<Record<string, readonly LineOfIncome[]>> = {
  interest_received: ['interest', 'other', 'business'],
  dividend_received: ['dividends', 'other'],
}
const LINES_OF_THE_REST: readonly LineOfIncome[] = ['other', 'business']

/**
 * The lines that a kind of income may go to, the usual one first (section 61; Notice 2014-21, answers 8 to 11; instructions of Schedule 1,
 * Schedule B and Schedule C; docs/tax/income.md).
 *
 * Example: coins that were mined are other income, or the gross receipts of a business. Pay for services is a business, or wages
 * where an employer reports it on Form W-2.
 */
export function allowedIncomeLines({
  category,
  isCash,
}: KindOfIncome): readonly [LineOfIncome, ...LineOfIncome[]] {
  const own = isCash ? (LINES_IN_CASH[category] ?? LINES[category]) : LINES[category]
  const [usual = 'other', ...others] = own ?? LINES_OF_THE_REST
  return [usual, ...others]
}

/** A line of the return of a year, by its name among `LINES_OF_INCOME`. */
export type LineOfReturn = ReturnLine & { readonly line: LineOfIncome }

/** The lines that a kind of income may go to as the return of a year names them, the usual one first. */
export function linesOfReturn(kind: KindOfIncome, year: number): readonly [LineOfReturn, ...LineOfReturn[]] {
  const named = (line: LineOfIncome) => ({ line, name: incomeLineName(line, year, kind.isCash) })
  const [usual, ...others] = allowedIncomeLines(kind)
  return [named(usual), ...others.map(named)]
}

/** An answer to which line a kind of income from one source goes to, with the year that it was given for. */
export interface IncomeAnswer {
  readonly year: number
  readonly line: LineOfIncome
}

/** The line of a kind of income, and whether somebody chose it for that year. */
export interface ChosenIncomeLine {
  readonly line: LineOfIncome
  readonly chosen: 'answered' | 'carried' | 'usual'
  /** The year whose answer is carried on; null where none is. */
  readonly from: number | null
}

/**
 * The line of a kind of income in a year: as it was answered for it, else as the last year before was answered, else the usual one.
 *
 * @param answers of the same kind and source, of any year and in any order.
 */
export function incomeLineOf(
  kind: KindOfIncome,
  year: number,
  answers: readonly IncomeAnswer[],
): ChosenIncomeLine {
  const [last] = answers.filter((one) => one.year <= year).toSorted((a, b) => b.year - a.year)
  if (last === undefined) return { line: allowedIncomeLines(kind)[0], chosen: 'usual', from: null }
  return last.year === year
    ? { line: last.line, chosen: 'answered', from: null }
    : { line: last.line, chosen: 'carried', from: last.year }
}

/**
 * The name of a line on the return of a year, as `Schedule 1, line 8v`. Schedule 1 has line 8v since 2024; its forms of 2021 to 2023 end
 * with 8z (read in the forms of 2020 to 2025; earlier years, and the lines of Form 1040 before 2022, from memory).
 */
export function incomeLineName(line: LineOfIncome, year: number, isCash = false): string {
  switch (line) {
    case 'other':
      if (year <= 2017) return 'Form 1040, line 21'
      if (year === 2018) return 'Schedule 1, line 21'
      if (year <= 2020) return 'Schedule 1, line 8'
      return year >= 2024 && !isCash ? 'Schedule 1, line 8v' : 'Schedule 1, line 8z'
    case 'business':
      return 'Schedule C, line 1'
    case 'wages':
      if (year <= 2017) return 'Form 1040, line 7'
      return year <= 2021 ? 'Form 1040, line 1' : 'Form 1040, line 1a'
    case 'interest':
      return year <= 2017 ? 'Form 1040, line 8a' : 'Form 1040, line 2b'
    case 'dividends':
      return year <= 2017 ? 'Form 1040, line 9a' : 'Form 1040, line 3b'
  }
}

/** Lines that take other income and the profit of a business further on the return of a year; null where it has no such line. */
export interface LinesOfSchedule1 {
  /** The net profit of Schedule C. */
  readonly business: string
  /** All of other income. */
  readonly other: string | null
  /** Additional income as a whole. */
  readonly total: string | null
  /** Form 1040, where the whole goes. */
  readonly form1040: string | null
}

/** Where Schedule 1 sends what stands on it (forms of 2020 to 2025; earlier years from memory). */
export function linesOfSchedule1(year: number): LinesOfSchedule1 {
  if (year <= 2017) return { business: 'Form 1040, line 12', other: null, total: null, form1040: null }
  if (year === 2018)
    return {
      business: 'Schedule 1, line 12',
      other: null,
      total: 'Schedule 1, line 22',
      form1040: 'Form 1040, line 6',
    }
  const business = 'Schedule 1, line 3'
  if (year === 2019)
    return { business, other: null, total: 'Schedule 1, line 9', form1040: 'Form 1040, line 7a' }
  if (year === 2020)
    return { business, other: null, total: 'Schedule 1, line 9', form1040: 'Form 1040, line 8' }
  return {
    business,
    other: 'Schedule 1, line 9',
    total: 'Schedule 1, line 10',
    form1040: 'Form 1040, line 8',
  }
}

/** Interest or dividends of more than this many dollars are listed by payer on Schedule B (its Parts I and II). */
export const SCHEDULE_B_ABOVE = '1500'
