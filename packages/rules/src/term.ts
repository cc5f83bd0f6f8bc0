import type { TaxDate } from '@lotbook/journal'

/** Whether a gain is short-term or long-term. */
export type Term = 'short' | 'long'

/** The term of a sale, by the first day on which a sale is long-term. */
export function termOf(
  { longTermFrom }: { readonly longTermFrom: (acquiredOn: TaxDate) => TaxDate },
  acquiredOn: TaxDate,
  disposedOn: TaxDate,
): Term {
  return disposedOn >= longTermFrom(acquiredOn) ? 'long' : 'short'
}
