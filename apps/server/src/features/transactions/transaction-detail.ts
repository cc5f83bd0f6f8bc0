import type { TransactionDetail } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import type { Keys } from '../../platform/keys.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { recordsOf } from '../imports/original-records.ts'
import { listedRows, newestCalculation, plain, transactionRow, type ListedRow } from './transaction-rows.ts'

interface More {
  readonly tx_hash: string | null
  readonly external_id: string | null
  readonly comment: string | null
  readonly us_based: boolean
  readonly value: string | null
  readonly value_currency: string | null
  readonly origin: string | null
  readonly created_at: Date
}

/** Everything about one transaction: its original rows, its history, the lots it used, its match. */
export async function transactionDetail(
  tx: Tx,
  keys: Keys,
  userId: string,
  id: string,
): Promise<TransactionDetail> {
  const calculationId = await newestCalculation(tx, userId)
  const listed = await tx.maybe<ListedRow>(
    listedRows(calculationId, sql`t.user_id = ${userId} and t.id = ${id} and t.deleted_at is null`, sql``),
  )
  if (listed === undefined) refuse('not_found')
  const more = await tx.one<More>(sql`
    select t.tx_hash, t.external_id, t.comment, coalesce(t.us_based, a.us_based) as us_based, t.created_at,
      v.value::text, v.currency as value_currency, v.origin
    from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    left join lateral (select * from valuations v where v.user_id = t.user_id and v.transaction_id = t.id
      and v.side <> 'fee' order by case v.side when 'to' then 1 else 2 end limit 1) v on true
    where t.user_id = ${userId} and t.id = ${id}`)
  return {
    ...transactionRow(listed),
    tx_hash: more.tx_hash,
    external_id: more.external_id,
    comment: more.comment,
    us_based: more.us_based,
    value:
      more.value === null || more.value_currency === null
        ? null
        : { amount: plain(more.value), currency: more.value_currency, origin: more.origin ?? 'record' },
    imported_at: more.created_at.toISOString(),
    records: await recordsOf(tx, keys, userId, [id]),
    changes: await changesOf(tx, userId, id),
    lots: await lotsOf(tx, userId, id, calculationId),
    match: await matchOf(tx, userId, id),
  }
}

async function changesOf(tx: Tx, userId: string, id: string): Promise<TransactionDetail['changes']> {
  const rows = await tx.all<{
    id: string
    kind: string
    summary: string
    at: Date
    actor_id: string
    undone_at: Date | null
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  }>(sql`
    select c.id, c.kind, c.summary, c.at, c.actor_id, c.undone_at, e.before, e.after
    from changes c join edits e on (e.user_id, e.change_id) = (c.user_id, c.id)
    where c.user_id = ${userId} and e.target = 'transaction' and e.target_id = ${id} order by c.at desc, c.id desc`)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    summary: row.summary,
    at: row.at.toISOString(),
    by: row.actor_id === userId ? 'you' : 'your tax professional',
    is_undone: row.undone_at !== null,
    can_undo: row.undone_at === null,
    fields: Object.keys(row.after ?? {}).map((field) => ({
      field,
      before: text(row.before?.[field]),
      after: text(row.after?.[field]),
    })),
  }))
}

function text(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function lotsOf(
  tx: Tx,
  userId: string,
  id: string,
  calculationId: string | null,
): Promise<TransactionDetail['lots']> {
  const rows = await tx.all<{
    n: number
    asset_id: string
    lot_transaction_id: string | null
    acquired: string | null
    disposed: string
    quantity: string
    proceeds: string
    basis: string
    gain: string
    term: 'short' | 'long'
  }>(sql`
    select n, asset_id, lot_transaction_id, acquired, disposed, quantity::text, proceeds::text, basis::text, gain::text, term
    from disposals where user_id = ${userId} and calculation_id = ${calculationId} and transaction_id = ${id} order by n`)
  return rows.map((row) => ({
    handle: `disposal:${row.n}`,
    asset: row.asset_id,
    lot_transaction_id: row.lot_transaction_id,
    acquired: row.acquired,
    disposed: row.disposed,
    quantity: plain(row.quantity),
    proceeds: plain(row.proceeds),
    basis: plain(row.basis),
    gain: plain(row.gain),
    term: row.term,
  }))
}

async function matchOf(tx: Tx, userId: string, id: string): Promise<TransactionDetail['match']> {
  const match = await tx.maybe<{
    id: string
    quality: 'exact' | 'likely' | 'weak' | 'person'
    state: 'suggested' | 'made' | 'refused'
  }>(sql`
    select m.id, m.quality, m.state from matches m join match_sides s on (s.user_id, s.match_id) = (m.user_id, m.id)
    where m.user_id = ${userId} and s.transaction_id = ${id} and (m.state = 'made' or (m.state = 'suggested' and m.made_by = 'system'))
    order by m.state, m.created_at limit 1`)
  if (match === undefined) return null
  const others = await tx.all<{ id: string; account_name: string; at: Date; amount: string }>(sql`
    select t.id, a.name as account_name, t.at, s.quantity::text as amount from match_sides s
    join transactions t on (t.user_id, t.id) = (s.user_id, s.transaction_id)
    join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    where s.user_id = ${userId} and s.match_id = ${match.id} and s.transaction_id <> ${id} order by t.at, t.id`)
  return { ...match, others: others.map((o) => ({ ...o, at: o.at.toISOString(), amount: plain(o.amount) })) }
}
