import type { TransactionRow, transactionFilter } from '@lotbook/contract'
import type { z } from 'zod'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { joined, sql, type Sql } from '../../platform/sql.ts'
import {
  listedRows,
  newestCalculation,
  isSideOfMade,
  notAnArrival,
  transactionRow,
  type ListedRow,
} from './transaction-rows.ts'

export type TransactionFilter = z.output<typeof transactionFilter>

export interface ListRequest extends TransactionFilter {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly order: 'newest' | 'oldest'
}

/** A page of the list by keyset: however long the history is, a page costs a page. */
export async function listTransactions(
  tx: Tx,
  userId: string,
  request: ListRequest,
): Promise<{ rows: TransactionRow[]; next: string | null; total: number }> {
  const filter = filterOf(userId, request)
  const isNewest = request.order === 'newest'
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor)
  const page =
    after === undefined
      ? sql`true`
      : isNewest
        ? sql`(t.at, t.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        : sql`(t.at, t.id) > (${after.at}::timestamptz, ${after.id}::uuid)`
  const tail = isNewest
    ? sql`order by t.at desc, t.id desc limit ${request.limit + 1}`
    : sql`order by t.at, t.id limit ${request.limit + 1}`
  const found = await tx.all<ListedRow>(
    listedRows(await newestCalculation(tx, userId), sql`${filter} and ${page}`, tail),
  )
  const rows = found.slice(0, request.limit)
  const last = rows.at(-1)
  const { total } = await tx.one<{ total: string }>(
    sql`select count(*) as total from transactions t where ${filter}`,
  )
  return {
    rows: rows.map(transactionRow),
    next: found.length > request.limit && last !== undefined ? cursorOf(last) : null,
    total: Number(total),
  }
}

function filterOf(userId: string, f: TransactionFilter): Sql {
  const conditions: Sql[] = [sql`t.user_id = ${userId}`, sql`t.deleted_at is null`, notAnArrival(userId)]
  if (f.account_id !== undefined) conditions.push(sql`t.account_id = ${f.account_id}`)
  if (f.type === 'transfer') conditions.push(isDeparture(userId))
  else if (f.type !== undefined) conditions.push(sql`t.type = ${f.type} and not (${isDeparture(userId)})`)
  if (f.sub_type !== undefined) conditions.push(sql`t.sub_type = ${f.sub_type}`)
  if (f.asset !== undefined) conditions.push(sql`${f.asset} in (t.from_asset, t.to_asset, t.fee_asset)`)
  if (f.year !== undefined) {
    conditions.push(
      sql`t.at >= ${`${f.year}-01-01`}::timestamptz and t.at < ${`${f.year + 1}-01-01`}::timestamptz`,
    )
  }
  if (f.from_day !== undefined) conditions.push(sql`t.at >= ${f.from_day}::timestamptz`)
  if (f.to_day !== undefined) conditions.push(sql`t.at < ${f.to_day}::timestamptz + interval '1 day'`)
  if (f.review === true) {
    conditions.push(sql`(t.id in (select f.subject_id::uuid from findings f where f.user_id = ${userId}
      and f.subject = 'transaction' and f.state = 'open' and f.severity <> 'info')) is true`)
  }
  if (f.edited !== undefined) conditions.push(sql`(t.base is not null) = ${f.edited}`)
  if (f.ignored !== undefined) conditions.push(sql`t.is_ignored = ${f.ignored}`)
  if (f.q !== undefined && f.q.trim() !== '') conditions.push(textMatches(f.q.trim()))
  return joined(conditions, ' and ')
}

function isDeparture(userId: string): Sql {
  return isSideOfMade(userId, 'out')
}

/** An amount, an asset, a hash, an id or a word of the comment. */
function textMatches(q: string): Sql {
  const like = `%${q.replace(/[\\%_]/g, (c) => `\\${c}`)}%`
  const words = sql`(t.tx_hash ilike ${like} or t.external_id ilike ${like} or t.comment ilike ${like}
    or upper(${q}) in (t.from_asset, t.to_asset, t.fee_asset)`
  return /^\d{1,30}(\.\d{1,45})?$/.test(q)
    ? sql`${words} or ${q}::numeric in (t.from_amount, t.to_amount, t.fee_amount))`
    : sql`${words})`
}

function cursorOf({ at, id }: Pick<ListedRow, 'at' | 'id'>): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}

function readCursor(cursor: string): { at: string; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/.exec(text)
  if (match?.[1] === undefined || match[2] === undefined)
    refuse('invalid_input', 'The cursor is not one of ours.')
  return { at: match[1], id: match[2] }
}

/** What the filters can be set to, with counts. */
export async function facets(tx: Tx, userId: string) {
  const shown = sql`t.user_id = ${userId} and t.deleted_at is null and ${notAnArrival(userId)}`
  const accounts = await tx.all<{ id: string; name: string; slug: string; count: string }>(sql`
    select a.id, a.name, a.source_slug as slug, count(*) as count from transactions t
    join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id) where ${shown}
    group by a.id, a.name, a.source_slug order by a.name, a.id`)
  const types = await tx.all<{ type: string; sub_type: string | null; count: string }>(sql`
    select case when ${isDeparture(userId)} then 'transfer' else t.type end as type,
      case when ${isDeparture(userId)} then null else t.sub_type end as sub_type, count(*) as count
    from transactions t where ${shown} group by 1, 2 order by 3 desc, 1, 2`)
  const assets = await tx.all<{ asset: string; symbol: string; count: string }>(sql`
    select l.asset, coalesce(s.symbol, l.asset) as symbol, count(*) as count
    from transactions t cross join lateral (
      select distinct asset from (values (t.from_asset), (t.to_asset), (t.fee_asset)) v (asset) where asset is not null
    ) l left join assets s on s.id = l.asset where ${shown} group by 1, 2 order by 3 desc, 1 limit 500`)
  const years = await tx.all<{ year: number; count: string }>(sql`
    select extract(year from t.at at time zone 'UTC')::integer as year, count(*) as count from transactions t
    where ${shown} group by 1 order by 1 desc`)
  const { review } = await tx.one<{ review: string }>(
    sql`select review from journals where user_id = ${userId}`,
  )
  return { accounts, types, assets, years, review: Number(review) }
}
