import { fill, type TaxDetails, screenMessages } from '@lotbook/contract'

/** The small status of a phone about the newest calculation. */
export interface CalculationAge {
  readonly text: string
  /** Whether there is something to refresh. */
  readonly canRefresh: boolean
}

/**
 * How old the calculations are, in days; 'Updating' while one runs; just now in the minute after. Nothing between that
 * minute and the first full day: a status that covers the foot of a phone has to say something worth it.
 */
export function calculationAge(
  status: Pick<TaxDetails, 'tax_calculated' | 'calculated_at'>,
  now: Date,
): CalculationAge | undefined {
  if (status.tax_calculated === false) return { text: screenMessages.tax.updating, canRefresh: false }
  if (status.calculated_at === null) return undefined
  const age = now.getTime() - new Date(status.calculated_at).getTime()
  if (age < MINUTE_MS) return { text: screenMessages.tax.updatedJustNow, canRefresh: false }
  const days = Math.floor(age / DAY_MS)
  if (days === 0) return undefined
  return { text: fill(screenMessages.tax.updatedDaysAgo, { n: days.toString() }), canRefresh: true }
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
