import type { FILING_STATUSES } from '@lotbook/contract'
import { formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import { ESTIMATE_YEARS, estimateTax } from '@lotbook/tax'

/** What a person says of themselves for an estimate; it is not kept. */
export interface EstimateOf {
  readonly filing_status: (typeof FILING_STATUSES)[number]
  /** Taxable income without what Lotbook counts, after deductions; exact decimal text in USD. */
  readonly other_income: string
}

/** A year's gains by term and its income, exact decimal text in USD. */
export interface TaxedYear {
  readonly short: { readonly gain: string }
  readonly long: { readonly gain: string }
  readonly income: string
}

/** The federal income tax of a year; null where there is no table for it. */
export function estimatedTax(
  year: number,
  { short, long, income }: TaxedYear,
  { filing_status, other_income }: EstimateOf,
): string | null {
  if (!ESTIMATE_YEARS.includes(year)) return null
  return estimateTax({
    year,
    filing_status,
    other_taxable_income: formatDecimal(plus(exact(other_income), exact(income))),
    net_short: short.gain,
    net_long: long.gain,
  }).total_tax
}

const exact = (amount: string) => parseDecimal(amount) ?? zero
