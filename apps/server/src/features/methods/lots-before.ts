import { jurisdictionOf } from '@lotbook/rules'
import { lotsOnOffer, type OfferedLot } from '@lotbook/tax'
import { self, withSubject, type Database } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { collectInput } from '../../calculating/collect/collect-input.ts'

/** The lots that a disposal may draw on, piece by piece; lots are called by their transaction, accounts by their id. */
export async function lotsBefore(
  db: Database,
  userId: string,
  transactionId: string,
): Promise<readonly OfferedLot[]> {
  const { piecesBefore, names, engine } = await collectInput(db, { userId }, () => {})
  const sale = await withSubject(db, self(userId), (tx) =>
    tx.one<{ event: string; asset: string; account_id: string; day: string }>(sql`
      select encode(t.fingerprint, 'hex') as event, t.from_asset as asset, coalesce(a.pooled_with, a.id) as account_id,
        (t.at at time zone c.time_zone)::date as day
      from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
      join customers c on c.user_id = t.user_id where t.user_id = ${userId} and t.id = ${transactionId}`),
  )
  const known = piecesBefore(sale.event)
    .filter(({ asset }) => asset === sale.asset)
    .map((lot) => ({
      ...lot,
      lot: names.transactionId(lot.lot),
      account: lot.account === null ? null : names.accountId(lot.account),
    }))
  return lotsOnOffer(
    known,
    { asset: sale.asset, account: sale.account_id, day: sale.day },
    jurisdictionOf(engine),
  )
}
