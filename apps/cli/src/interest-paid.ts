import { localClock, taxDayOf, type TaxDate } from '@lotbook/journal'
import { formatDecimal, parseDecimal, zero } from '@lotbook/money'
import type { JournalEntry } from '@lotbook/tax'

/** Interest that was paid, in cash or in a coin, as `result.json` keeps it: no row of a result has what was paid in cash. */
export interface InterestPaid {
  readonly tx: string
  /** By the clock of the history. */
  readonly date: TaxDate
  readonly asset: string
  readonly quantity: string
  readonly account: string
  /** In USD, exact; null where no price is known. */
  readonly value: string | null
}

/** The interest that entries of a journal say was paid, in the order of time. */
export function interestPaidOf(
  entries: readonly JournalEntry[],
  timeZone: string | undefined,
): InterestPaid[] {
  const clock = localClock(timeZone ?? 'UTC')
  return entries
    .flatMap(({ id, at, subType, accountKey, from, values }) => {
      if (subType !== 'interest_paid' || from === null) return []
      const quantity = formatDecimal(parseDecimal(from.amount) ?? zero)
      return [
        {
          tx: id,
          date: taxDayOf(at, clock),
          asset: from.asset,
          quantity,
          account: accountKey,
          value: from.asset === 'USD' ? quantity : values.from,
        },
      ]
    })
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}
