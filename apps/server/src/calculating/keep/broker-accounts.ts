import { expectsForm1099Da, sourceBySlug } from '@lotbook/sources'

/** Whether an account of this source is a wallet of one's own: no broker holds its coins. */
export function isOwnWallet(slug: string): boolean {
  const kind = sourceBySlug(slug)?.kind
  return kind === 'wallet' || kind === 'blockchain'
}

/** Whether an account of this source should have a Form 1099-DA for its sales of a year. */
export function isFormExpected(slug: string, year: number): boolean {
  return !isOwnWallet(slug) && expectsForm1099Da(slug, year)
}
