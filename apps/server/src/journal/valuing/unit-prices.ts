import { self, withSubject, type Database } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../transactions/transaction-rows.ts'
import { priceAt } from './price-at.ts'

/** Value of a unit of each asset at an instant in the customer's currency; undefined where no price is known. */
export async function unitPrices(
  db: Database,
  userId: string,
  assets: ReadonlySet<string>,
  at: Date,
): Promise<(asset: string) => string | undefined> {
  const prices = await withSubject(db, self(userId), async (tx) => {
    const { currency } = await tx.one<{ currency: string }>(
      sql`select currency from customers where user_id = ${userId}`,
    )
    return tx.all<{ asset: string; price: string }>(sql`
      select w.asset, p.price::text from unnest(${[...assets]}::text[]) as w (asset)
      cross join lateral ${priceAt(userId, currency, sql`w.asset`, sql`${at}::timestamptz`)} p`)
  })
  const priceOf = new Map(prices.map(({ asset, price }) => [asset, plain(price)]))
  return (asset) => priceOf.get(asset)
}
