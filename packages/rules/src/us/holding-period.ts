import { dayAfter, type TaxDate, yearAfter } from '@lotbook/journal'

/**
 * The first day on which a sale is long-term: held for more than one year, counted from the day after
 * acquisition (R-HOLD-1; section 1222, Rev. Rul. 66-7 and 70-598). When that day is 29 February, the year ends
 * with the next 28 February and the sale is long-term from 1 March (R-HOLD-2), so what is bought on the last day
 * of a month is long-term from the first day of the thirteenth month after it. See docs/tax/holding-period.md.
 */
export function longTermFrom(acquiredOn: TaxDate): TaxDate {
  return yearAfter(dayAfter(acquiredOn))
}

/**
 * Whether a sale is long-term (R-HOLD-1; section 1222): 1 BTC bought on May 10, 2024 is still short-term on May 10, 2025, and long-term
 * on May 11.
 */
export function isLongTerm(acquiredOn: TaxDate, disposedOn: TaxDate): boolean {
  return disposedOn >= longTermFrom(acquiredOn)
}
