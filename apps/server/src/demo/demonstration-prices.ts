import { readFileSync } from 'node:fs'
import { self, withSubject, type Database } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { sql } from '../platform/sql.ts'

/** What stands beside every price of the demonstration, wherever one is shown. */
export const DEMONSTRATION_ORIGIN = 'Demonstration prices, made up'

/** Put the demonstration's own price file into the customer's own prices: one price a day and asset, in dollars. */
export async function addDemonstrationPrices(db: Database, userId: string): Promise<void> {
  const text = readFileSync(new URL('files/demonstration-prices.csv', import.meta.url), 'utf8')
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const [, ...assets] = header.split(',')
  const rows = lines.flatMap((line) => {
    const [day = '', ...prices] = line.split(',')
    return assets.map((asset, i) => ({ id: newId(), asset, at: `${day}T00:00:00Z`, price: prices[i] }))
  })
  await withSubject(db, self(userId), (tx) =>
    tx.run(sql`
      insert into own_prices (user_id, id, asset_id, currency, at, price, origin)
      select ${userId}, id, asset, 'USD', at, price, ${DEMONSTRATION_ORIGIN}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, asset text, at timestamptz, price numeric)
      on conflict do nothing`),
  )
}
