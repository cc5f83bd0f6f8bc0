import type { OwnPrice, ownPriceFilter } from '@lotbook/contract'
import type { z } from 'zod'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { joined, sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

export interface OwnPricesRequest extends z.output<typeof ownPriceFilter> {
  readonly cursor?: string | undefined
  readonly limit: number
}

interface Row extends Omit<OwnPrice, 'at'> {
  readonly at: Date
}

/** A page of the prices of the customer's own files, newest moment first and of one moment by asset, each with the file and line that says so. */
export async function listOwnPrices(
  tx: Tx,
  userId: string,
  { asset, from_day, to_day, file_id, cursor, limit }: OwnPricesRequest,
): Promise<{ rows: OwnPrice[]; next: string | null; total: number }> {
  const filter = [
    sql`o.user_id = ${userId} and f.deleted_at is null`,
    ...(asset === undefined ? [] : [sql`o.asset_id = ${asset}`]),
    ...(from_day === undefined ? [] : [sql`o.at >= ${`${from_day}T00:00:00Z`}::timestamptz`]),
    ...(to_day === undefined ? [] : [sql`o.at < ${`${to_day}T00:00:00Z`}::timestamptz + interval '1 day'`]),
    ...(file_id === undefined ? [] : [sql`o.file_id = ${file_id}`]),
  ]
  const source = sql`own_prices o left join price_files f on f.user_id = o.user_id and f.id = o.file_id`
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const page = after === undefined ? filter : [...filter, isBehind(userId, after)]
  const found = await tx.all<Row>(sql`
    select o.id, o.asset_id as asset, o.at, o.price::text as price, o.currency, o.file_id, o.origin, o.line,
      not exists (
        select 1 from own_prices p left join price_files g on g.user_id = p.user_id and g.id = p.file_id
        where p.user_id = o.user_id and p.asset_id = o.asset_id and p.currency = o.currency and p.at = o.at
          and p.revision > o.revision and g.deleted_at is null) as is_current
    from ${source} where ${joined(page, ' and ')} order by o.at desc, o.asset_id, o.id desc limit ${limit + 1}`)
  const { total } = await tx.one<{ total: string }>(sql`
    select count(*) as total from ${source} where ${joined(filter, ' and ')}`)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => ({ ...row, at: row.at.toISOString(), price: plain(row.price) })),
    next: found.length > limit && last !== undefined ? `${last.at.toISOString()}_${last.id}` : null,
    total: Number(total),
  }
}

/** Whether a price `o` stands behind the last one of a page. */
function isBehind(userId: string, { at, id }: { at: string; id: string }): Sql {
  const asset = sql`(select l.asset_id from own_prices l where l.user_id = ${userId} and l.id = ${id}::uuid)`
  return sql`o.at <= ${at}::timestamptz and (o.at < ${at}::timestamptz or o.asset_id > ${asset}
    or (o.asset_id = ${asset} and o.id < ${id}::uuid))`
}

function readCursor(text: string): { at: string; id: string } {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f-]{36})$/.exec(text) ?? []
  return at === undefined || id === undefined ? refuse('invalid_input') : { at, id }
}
