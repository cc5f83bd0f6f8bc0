import { isLongTerm, type LotRow } from '@lotbook/tax'
import { self, withSubject, type Database } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { collectInput } from '../tax/collect-input.ts'

/** A lot as it lay open right before a disposal. */
export interface LotBefore {
  readonly lotTransactionId: string
  readonly acquired: string
  readonly acquiredAt: string
  readonly quantity: string
  readonly basis: string
  readonly term: 'short' | 'long'
  /** Null: of the universal pool. */
  readonly account: string | null
}

/**
 * The lots that a disposal may draw on: what is open in its account, or its universal pool, right before it. By the time
 * the taxpayer acquired them.
 */
export async function lotsBefore(
  db: Database,
  userId: string,
  transactionId: string,
): Promise<readonly LotBefore[]> {
  const { calculate, names } = await collectInput(db, { userId }, () => {})
  const sale = await withSubject(db, self(userId), (tx) =>
    tx.one<{ event: string; asset: string; account_id: string; day: string }>(sql`
      select encode(t.fingerprint, 'hex') as event, t.from_asset as asset, coalesce(a.pooled_with, a.id) as account_id,
        (t.at at time zone c.time_zone)::date as day
      from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
      join customers c on c.user_id = t.user_id where t.user_id = ${userId} and t.id = ${transactionId}`),
  )
  const { lots } = calculate({ until: { event: sale.event } })
  const isOnOffer = ({ asset, account }: LotRow) =>
    asset === sale.asset &&
    (account === null ? sale.day < '2025-01-01' : names.accountId(account) === sale.account_id)
  return lots
    .filter(isOnOffer)
    .map((lot) => ({
      lotTransactionId: names.transactionId(lot.lot),
      acquired: lot.acquired,
      acquiredAt: lot.at,
      quantity: lot.quantity,
      basis: lot.basis,
      term: isLongTerm(lot.acquired, sale.day) ? ('long' as const) : ('short' as const),
      account: lot.account,
    }))
    .sort((a, b) => (a.acquiredAt < b.acquiredAt ? -1 : a.acquiredAt > b.acquiredAt ? 1 : 0))
}
