import { canonicalAmount } from '@lotbook/money'
import type { ReadTransaction } from './transaction.ts'

/** SHA-256 as 64 hex characters: the name of a thing by its content. */
export type Fingerprint = string

/** What a transaction says, as text that another export of the same event repeats: time to the second, legs, fee. */
export function contentOf(t: Pick<ReadTransaction, 'at' | 'from' | 'to' | 'fee'>): string {
  const second = String(Math.floor(t.at / 1000))
  const legs = [t.from, t.to, t.fee].map((leg) =>
    leg === null ? '' : `${leg.asset} ${canonicalAmount(leg.amount) ?? leg.amount}`,
  )
  return [second, ...legs].join('|')
}
