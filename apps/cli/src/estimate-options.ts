import { yearOf } from '@lotbook/journal'
import { FILING_STATUSES, incomeOnLines, NO_BUSINESS_FACTS, type EstimateOf } from '@lotbook/rules/us'
import type { IncomeRow } from '@lotbook/tax'
import type { GivenHistory } from './given-history.ts'
import { linesOfReceipts } from './income-lines.ts'
import type { Io } from './io.ts'
import type { Report } from './removal-facts.ts'
import type { StatedReturns } from './return-facts.ts'

/** Who an estimate of the tax is for. Without a filing status there is none. */
export const ESTIMATE_OPTIONS = {
  'filing-status': { type: 'string' },
  'other-income': { type: 'string' },
} as const

export const ESTIMATE_USAGE = `[--filing-status ${FILING_STATUSES.join('|')} [--other-income USD]]`

/** Who to estimate for; null for nobody, undefined where the options are not of their form. */
export function estimateOf(values: {
  readonly 'filing-status'?: string | undefined
  readonly 'other-income'?: string | undefined
}): EstimateOf | null | undefined {
  const { 'filing-status': status, 'other-income': income } = values
  if (status === undefined) return income === undefined ? null : undefined
  const filing_status = FILING_STATUSES.find((known) => known === status)
  if (filing_status === undefined || !/^\d+(?:\.\d+)?$/.test(income ?? '0')) return undefined
  return { filing_status, other_income: income ?? '0' }
}

/** Statements about the lines of income, and how a history calls its accounts. */
export interface StatedLines extends Pick<StatedReturns, 'incomeLines' | 'business'> {
  readonly nameOf: (account: string) => string
  readonly report: Report
}

/** Statements of a file of return facts for an estimate of a history; mistakes about its income are said with the file. */
export function linesStated(
  { incomeLines, business }: StatedReturns,
  { accountNames }: Pick<GivenHistory, 'accountNames'>,
  path: string | undefined,
  io: Pick<Io, 'err'>,
): StatedLines {
  return {
    incomeLines,
    business,
    nameOf: (account) => accountNames[account] ?? account,
    report: (where, why) => io.err(`${path ?? ''}: ${where}: ${why}\n`),
  }
}

/**
 * The person of an estimate with their income on the lines that are stated, and else on the usual ones: pay for services bears
 * self-employment tax.
 *
 * @returns undefined where a statement is about no income of its year or names a line that it may not go to; each is reported.
 */
export function withLines<Person extends EstimateOf | null>(
  person: Person,
  incomes: readonly IncomeRow[],
  { incomeLines, business, nameOf, report }: StatedLines,
): Person | undefined {
  const lineOf = linesOfReceipts(incomeLines, incomes, nameOf, report)
  if (lineOf === undefined) return undefined
  if (person === null) return person
  const byYear = Map.groupBy(incomes, ({ date }) => yearOf(date))
  const income_lines = new Map(
    [...byYear].map(([year, ofYear]) => [
      year,
      incomeOnLines(
        ofYear.map((row) => ({ line: lineOf(row).line, value: row.value })),
        business.get(year) ?? NO_BUSINESS_FACTS,
      ),
    ]),
  )
  return { ...person, income_lines }
}
