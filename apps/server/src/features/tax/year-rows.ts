import { typeLabel, type TransactionType } from '@lotbook/journal'
import type { DisposalRow, IncomeRow } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { joined, sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../transactions/transaction-rows.ts'
import { newestDone } from './one-year.ts'

export interface YearRowsRequest {
  readonly year: number
  readonly asset?: string | undefined
  readonly month?: number | undefined
  readonly term?: 'short' | 'long' | undefined
  readonly category?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export interface Rows<Row> {
  readonly rows: Row[]
  readonly next: string | null
  readonly total: number
}

/** The disposals of a year, in the order of the calculation. */
export async function disposalRows(
  tx: Tx,
  userId: string,
  request: YearRowsRequest,
): Promise<Rows<DisposalRow>> {
  const where = await whereOf(tx, userId, request, sql`d.disposed`)
  if (request.term !== undefined) where.push(sql`d.term = ${request.term}`)
  const found = await tx.all<{
    n: number
    transaction_id: string
    kind: string
    type: TransactionType
    sub_type: string | null
    asset: string
    account_name: string
    lot_transaction_id: string | null
    quantity: string
    acquired: string | null
    disposed: string
    proceeds: string
    basis: string
    gain: string
    term: 'short' | 'long'
    box: string
  }>(sql`
    select d.n, d.transaction_id, d.kind, t.type, t.sub_type, coalesce(s.symbol, d.asset_id) as asset, a.name as account_name,
      d.lot_transaction_id, d.quantity::text, d.acquired, d.disposed, d.proceeds::text, d.basis::text, d.gain::text, d.term, d.box
    from disposals d join transactions t on (t.user_id, t.id) = (d.user_id, d.transaction_id)
    join accounts a on (a.user_id, a.id) = (d.user_id, d.account_id) left join assets s on s.id = d.asset_id
    where ${joined(where, ' and ')} and d.n > ${after(request.cursor)} order by d.n limit ${request.limit + 1}`)
  return paged(tx, request, found, sql`disposals d where ${joined(where, ' and ')}`, (row) => ({
    handle: `disposal:${row.n}`,
    transaction_id: row.transaction_id,
    kind: row.kind,
    label: kindLabel(row.kind),
    asset: row.asset,
    account_name: row.account_name,
    lot_transaction_id: row.lot_transaction_id,
    quantity: plain(row.quantity),
    acquired: row.acquired,
    disposed: row.disposed,
    proceeds: plain(row.proceeds),
    basis: plain(row.basis),
    gain: plain(row.gain),
    term: row.term,
    box: row.box,
  }))
}

/** The income of a year. */
export async function incomeRows(tx: Tx, userId: string, request: YearRowsRequest): Promise<Rows<IncomeRow>> {
  const where = await whereOf(tx, userId, request, sql`d.date`)
  if (request.category !== undefined) where.push(sql`d.category = ${request.category}`)
  const found = await tx.all<{
    n: number
    transaction_id: string
    category: string
    asset: string
    account_name: string
    quantity: string
    date: string
    value: string
  }>(sql`
    select d.n, d.transaction_id, d.category, coalesce(s.symbol, d.asset_id) as asset, a.name as account_name, d.quantity::text, d.date, d.value::text
    from incomes d join accounts a on (a.user_id, a.id) = (d.user_id, d.account_id) left join assets s on s.id = d.asset_id
    where ${joined(where, ' and ')} and d.n > ${after(request.cursor)} order by d.n limit ${request.limit + 1}`)
  return paged(tx, request, found, sql`incomes d where ${joined(where, ' and ')}`, (row) => ({
    handle: `receipt:${row.n}`,
    transaction_id: row.transaction_id,
    category: row.category,
    label: typeLabel('incoming', row.category),
    asset: row.asset,
    account_name: row.account_name,
    quantity: plain(row.quantity),
    date: row.date,
    value: plain(row.value),
  }))
}

/** What left without gain or loss in a year. */
export async function removalRows(tx: Tx, userId: string, request: YearRowsRequest) {
  const where = await whereOf(tx, userId, request, sql`d.date`)
  const found = await tx.all<{
    n: number
    transaction_id: string
    kind: string
    asset: string
    account_name: string
    quantity: string
    acquired: string | null
    date: string
    basis: string | null
    value: string | null
    term: 'short' | 'long' | null
    deduction: string | null
  }>(sql`
    select d.n, d.transaction_id, d.kind, coalesce(s.symbol, d.asset_id) as asset, a.name as account_name, d.quantity::text, d.acquired, d.date,
      d.basis::text, d.value::text, d.term, d.deduction::text
    from removals d join accounts a on (a.user_id, a.id) = (d.user_id, d.account_id) left join assets s on s.id = d.asset_id
    where ${joined(where, ' and ')} and d.n > ${after(request.cursor)} order by d.n limit ${request.limit + 1}`)
  return paged(tx, request, found, sql`removals d where ${joined(where, ' and ')}`, (row) => ({
    handle: `removal:${row.n}`,
    transaction_id: row.transaction_id,
    kind: row.kind,
    label: kindLabel(row.kind),
    asset: row.asset,
    account_name: row.account_name,
    quantity: plain(row.quantity),
    acquired: row.acquired,
    date: row.date,
    basis: plain(row.basis ?? '0'),
    value: row.value === null ? null : plain(row.value),
    term: row.term,
    deduction: row.deduction === null ? null : plain(row.deduction),
  }))
}

async function whereOf(tx: Tx, userId: string, request: YearRowsRequest, day: Sql): Promise<Sql[]> {
  const { id } = await newestDone(tx, userId)
  const where = [sql`d.user_id = ${userId}`, sql`d.calculation_id = ${id}`, sql`d.tax_year = ${request.year}`]
  if (request.asset !== undefined) where.push(sql`d.asset_id = ${request.asset}`)
  if (request.month !== undefined) where.push(sql`extract(month from ${day}) = ${request.month}`)
  return where
}

async function paged<Found extends { n: number }, Row>(
  tx: Tx,
  { limit }: YearRowsRequest,
  found: readonly Found[],
  counted: Sql,
  row: (found: Found) => Row,
): Promise<Rows<Row>> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const { total } = await tx.one<{ total: string }>(sql`select count(*) as total from ${counted}`)
  return {
    rows: shown.map(row),
    next: found.length > limit && last !== undefined ? String(last.n) : null,
    total: Number(total),
  }
}

function after(cursor: string | undefined): number {
  if (cursor === undefined) return -1
  if (!/^\d{1,9}$/.test(cursor)) refuse('invalid_input', 'The cursor is not one of ours.')
  return Number(cursor)
}

const KINDS: Readonly<Record<string, string>> = {
  gift: 'Gift sent',
  donation: 'Donation',
  sent_unresolved: 'Sent, not matched',
  fee: 'Fee paid in kind',
}

/** The word for the kind of a disposal or removal. */
export function kindLabel(kind: string): string {
  return KINDS[kind] ?? typeLabel(kind as TransactionType, null)
}
