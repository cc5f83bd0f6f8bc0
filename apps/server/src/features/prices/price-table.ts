import { PRICE_TABLE_HEADER, priceTableLine, readPriceTable, type TableProblem } from '@lotbook/sources'
import { FILL_PRICES } from '../../journal/valuing/queue-price-lookup.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { type Database, withOps, withoutSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import { sql } from '../../platform/sql.ts'

const CHUNK = 10_000

/**
 * The daily prices that an installation keeps, as text in pieces: what it has been told by providers, for another that asks nobody
 * (N23). Of each the newest revision; prices of customers' own files are not among them.
 */
export async function* exportPriceTable(db: Database): AsyncGenerator<string> {
  yield `${PRICE_TABLE_HEADER}\n`
  for (let after = ['', '', '-infinity', '']; ;) {
    const [asset, currency, at, provider] = after
    const rows = await withOps(db, (tx) =>
      tx.all<{ asset_id: string; currency: string; at: Date; provider: string; price: string }>(sql`
        select distinct on (asset_id, currency, at, provider) asset_id, currency, at, provider, price::text from prices
        where grain = 'day' and (asset_id, currency, at, provider) > (${asset}, ${currency}, ${at}::timestamptz, ${provider})
        order by asset_id, currency, at, provider, revision desc limit ${CHUNK}`),
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
      .map(
        (row) =>
          `${priceTableLine({ ...row, asset: row.asset_id, day: dayOf(row.at), price: plain(row.price) })}\n`,
      )
      .join('')
    after = [last.asset_id, last.currency, last.at.toISOString(), last.provider]
  }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

export interface ImportedTable {
  readonly added: number
  /** Prices that were known with another figure: both are kept, and the new one counts. */
  readonly changed: number
  readonly problems: readonly TableProblem[]
  /** Customers whose transactions are valued by it, as soon as a server runs. */
  readonly customers: number
}

/** Take a table of daily prices in, for all customers. The same table again adds nothing. */
export async function importPriceTable(db: Database, text: string): Promise<ImportedTable> {
  const { prices, problems } = readPriceTable(text)
  let [added, changed] = [0, 0]
  for (let from = 0; from < prices.length; from += CHUNK) {
    const rows = prices.slice(from, from + CHUNK).map((price) => ({ ...price, id: newId() }))
    const counted = await withOps(db, (tx) =>
      tx.one<{ added: number; changed: number }>(sql`
        with said as (
          select distinct on (r.asset, r.currency, r.day, r.provider) r.*, p.revision, p.price as before
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            as r (id uuid, asset text, currency text, day date, price numeric, provider text)
          left join lateral (
            select q.revision, q.price from prices q where q.asset_id = r.asset and q.currency = r.currency and q.grain = 'day'
              and q.at = r.day::timestamp at time zone 'UTC' and q.provider = r.provider order by q.revision desc limit 1) p on true
          order by r.asset, r.currency, r.day, r.provider
        ), new as (
          insert into prices (id, asset_id, currency, grain, at, provider, revision, price, fetched_at)
          select id, asset, currency, 'day', day::timestamp at time zone 'UTC', provider, coalesce(revision, 0) + 1, price, clock_timestamp()
          from said where before is distinct from price
        )
        select count(*) filter (where before is null)::integer as added,
          count(*) filter (where before <> price)::integer as changed from said`),
    )
    added += counted.added
    changed += counted.changed
  }
  return { added, changed, problems, customers: added > 0 ? await valueByIt(db) : 0 }
}

/** Have what lacks a price looked at again, also where no provider is asked. */
async function valueByIt(db: Database): Promise<number> {
  const lacking = await withOps(db, (tx) =>
    tx.all<{ user_id: string }>(
      sql`select distinct user_id from findings where code = 'missing_price' and state = 'open' order by user_id`,
    ),
  )
  await withoutSubject(db, async (tx) => {
    for (const { user_id: userId } of lacking) await addJob(tx, FILL_PRICES, { userId })
  })
  return lacking.length
}
