import { type BellItem, REVIEW_KINDS } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { readAmendments } from '../tax-years/amendments.ts'

/** Imports that the bell lists at most; the history has all of them. */
const MOST_IMPORTS = 6
/** Days after which an import is no news. */
const DAYS = 30

/**
 * News for a person: imports that ended, items to review, prices that were searched, amendments that are due. All of it follows
 * from what is stored already; only when the bell was last opened is kept.
 */
export async function bellItems(tx: Tx, userId: string): Promise<BellItem[]> {
  const { bell_read_at: readAt, currency } = await tx.one<{
    bell_read_at: Date | null
    currency: string
  }>(sql`
    select bell_read_at, currency from customers where user_id = ${userId}`)
  const isUnread = (at: Date) => readAt === null || at > readAt
  const items = [
    ...(await endedImports(tx, userId, isUnread)),
    ...(await newQuestions(tx, userId, readAt)),
    ...(await searchedPrices(tx, userId, isUnread)),
    ...(await dueAmendments(tx, userId, { currency, isUnread })),
  ]
  return items.toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

type IsUnread = (at: Date) => boolean

async function endedImports(tx: Tx, userId: string, isUnread: IsUnread): Promise<BellItem[]> {
  const rows = await tx.all<{
    id: string
    account_name: string
    state: 'done' | 'failed'
    asks: boolean
    rows: string
    finished_at: Date
  }>(sql`
    select n.id, coalesce(c.file_name, a.name) as account_name, n.state, c.state = 'needs_mapping' as asks, n.finished_at,
      c.parsed as rows
    from connections c join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
    cross join lateral (
      select i.id, i.state, i.finished_at from imports i
      where i.user_id = ${userId} and i.connection_id = c.id order by i.created_at desc, i.id desc limit 1) n
    where c.user_id = ${userId} and c.deleted_at is null and n.state in ('done', 'failed')
      and n.finished_at > now() - make_interval(days => ${DAYS})
    order by n.finished_at desc, n.id desc limit ${MOST_IMPORTS}`)
  return rows.map(({ id, account_name, state, asks, rows: parsed, finished_at }) => ({
    kind: 'import',
    id,
    account_name,
    outcome: asks ? 'asks' : state,
    rows: Number(parsed),
    at: finished_at.toISOString(),
    is_unread: isUnread(finished_at),
  }))
}

/** Open items that came up since the bell was last opened; before that, all that are open. */
async function newQuestions(tx: Tx, userId: string, readAt: Date | null): Promise<BellItem[]> {
  const { items, at } = await tx.one<{ items: string; at: Date | null }>(sql`
    select count(*) as items, max(created_at) as at from findings
    where user_id = ${userId} and state = 'open' and code = any (${REVIEW_KINDS})
      and created_at > coalesce(${readAt}::timestamptz, '-infinity')`)
  return at === null ? [] : [{ kind: 'review', items: Number(items), at: at.toISOString(), is_unread: true }]
}

async function searchedPrices(tx: Tx, userId: string, isUnread: IsUnread): Promise<BellItem[]> {
  const lookup = await tx.maybe<{ changed_at: Date }>(sql`
    select changed_at from price_lookups where user_id = ${userId} and state = 'done' and total > 0`)
  if (lookup === undefined) return []
  const { missing } = await tx.one<{ missing: string }>(sql`
    select count(*) as missing from findings
    where user_id = ${userId} and state = 'open' and code = 'missing_price'`)
  const { changed_at: at } = lookup
  return [{ kind: 'prices', missing: Number(missing), at: at.toISOString(), is_unread: isUnread(at) }]
}

async function dueAmendments(
  tx: Tx,
  userId: string,
  { currency, isUnread }: { readonly currency: string; readonly isUnread: IsUnread },
): Promise<BellItem[]> {
  const due = (await readAmendments(tx, userId)).filter(({ is_due }) => is_due)
  if (due.length === 0) return []
  const { at } = await tx.one<{ at: Date }>(sql`
    select greatest(
      (select max(finished_at) from calculations where user_id = ${userId} and state = 'done'),
      (select max(finished_at) from amendment_checks where user_id = ${userId} and state = 'done')) as at`)
  return due.map((amendment) => ({
    kind: 'amendment',
    amendment,
    currency,
    at: at.toISOString(),
    is_unread: isUnread(at),
  }))
}
