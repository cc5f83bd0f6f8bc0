import { isFiat, yearOf } from '@lotbook/journal'
import { FILING_STATUSES, incomeLineOf, incomeOnLines, type EstimateOf } from '@lotbook/rules/us'
import type { IncomeRow } from '@lotbook/tax'

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

/** The person of an estimate with their income on its usual lines: pay for services bears self-employment tax. */
export function withUsualLines<Person extends EstimateOf | null>(
  person: Person,
  incomes: readonly IncomeRow[],
): Person {
  if (person === null) return person
  const byYear = Map.groupBy(incomes, ({ date }) => yearOf(date))
  const income_lines = new Map(
    [...byYear].map(([year, ofYear]) => [
      year,
      incomeOnLines(
        ofYear.map(({ category, asset, value }) => ({
          line: incomeLineOf({ category, isCash: isFiat(asset) }, year, []).line,
          value,
        })),
      ),
    ]),
  )
  return { ...person, income_lines }
}
