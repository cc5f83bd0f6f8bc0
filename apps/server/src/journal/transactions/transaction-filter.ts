import type { transactionFilter } from '@lotbook/contract'
import type { z } from 'zod'
import { joined, sql, type Sql } from '../../platform/sql.ts'
import { isListed } from './transaction-rows.ts'

export type TransactionFilter = z.output<typeof transactionFilter>

/** Condition on transactions `t` that all filters together make. */
export function foundBy(userId: string, f: TransactionFilter): Sql {
  const { asset } = f
  const side = asset === undefined ? [] : [sql`${asset} in (t.from_asset, t.to_asset, t.fee_asset)`]
  return joined([...filterOf(userId, f), ...side], ' and ')
}

/** Conditions of all filters but the one by asset. Each has an index in the order of the list. */
export function filterOf(userId: string, f: TransactionFilter): Sql[] {
  const conditions: Sql[] = [
    sql`t.user_id = ${userId}`,
    f.removed === true ? sql`t.removed_at is not null` : sql`t.deleted_at is null`,
  ]
  if (f.account_id !== undefined) conditions.push(sql`t.account_id = ${f.account_id}`)
  if (f.type === 'transfer') conditions.push(sql`t.matched_as = 'out'`)
  else if (f.type === undefined) conditions.push(isListed)
  else conditions.push(sql`t.type = ${f.type}`, sql`t.matched_as is null`)
  if (f.sub_type !== undefined) conditions.push(sql`t.sub_type = ${f.sub_type}`)
  if (f.year !== undefined) {
    conditions.push(
      sql`t.at >= ${`${f.year}-01-01T00:00:00Z`}::timestamptz`,
      sql`t.at < ${`${f.year + 1}-01-01T00:00:00Z`}::timestamptz`,
    )
  }
  if (f.from_day !== undefined) conditions.push(sql`t.at >= ${`${f.from_day}T00:00:00Z`}::timestamptz`)
  if (f.to_day !== undefined)
    conditions.push(sql`t.at < ${`${f.to_day}T00:00:00Z`}::timestamptz + interval '24 hours'`)
  if (f.review === true) {
    conditions.push(sql`t.id = any (array(select f.transaction_id from findings f where f.user_id = ${userId}
      and f.subject = 'transaction' and f.state = 'open' and f.severity <> 'info'))`)
  }
  if (f.edited !== undefined) conditions.push(f.edited ? sql`t.base is not null` : sql`t.base is null`)
  if (f.ignored !== undefined) conditions.push(f.ignored ? sql`t.is_ignored` : sql`not t.is_ignored`)
  if (isText(f.q)) conditions.push(textMatches(f.q.trim()))
  return conditions
}

export function isText(q: string | undefined): q is string {
  return q !== undefined && q.trim() !== ''
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
