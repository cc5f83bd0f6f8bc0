import { fill, messages, type TaxDetails } from '@lotbook/contract'

/** What the small status of a phone says about the newest calculation; undefined while there is nothing to say. */
export interface CalculationAge {
  readonly text: string
  /** Whether there is something to refresh. */
  readonly canRefresh: boolean
}

/**
 * How old the calculations are, in days; 'Updating' while one runs; just now for one that finished after it was asked
 * for here, or less than a day ago.
 */
export function calculationAge(
  status: Pick<TaxDetails, 'tax_calculated' | 'calculated_at'>,
  now: Date,
): CalculationAge | undefined {
  if (status.tax_calculated === false) return { text: messages.tax.updating, canRefresh: false }
  if (status.calculated_at === null) return undefined
  const days = Math.floor((now.getTime() - new Date(status.calculated_at).getTime()) / DAY_MS)
  return days < 1
    ? { text: messages.tax.updatedJustNow, canRefresh: false }
    : { text: fill(messages.tax.updatedDaysAgo, { n: days.toString() }), canRefresh: true }
}

const DAY_MS = 86_400_000
