import { typeLabel } from '@lotbook/journal'
import { kindLabel } from '@lotbook/tax'
import type { DisposalRow, IncomeRow } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { joined, sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../transactions/transaction-rows.ts'
import { calculationOfYear, rowHandle } from './one-year.ts'
import { named, type NamedDisposal, type NamedIncome, type NamedRemoval } from './result-row.ts'

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

interface Open {
  readonly open: readonly string[] | null
}

/** Codes of the open questions on transactions: figures that rest on them may still change. */
function openOn(transactions: Sql): Sql {
  return sql`(select array_agg(distinct f.code order by f.code) from findings f where f.user_id = d.user_id
    and f.subject = 'transaction' and f.state = 'open' and f.severity <> 'info' and f.subject_id in ${transactions}) as open`
}

/** The disposals of a year, in the order of the calculation. */
export async function disposalRows(
  tx: Tx,
  userId: string,
  request: YearRowsRequest,
): Promise<Rows<DisposalRow>> {
  const { where, calculation } = await whereOf(tx, userId, request, sql`d.disposed`)
  if (request.term !== undefined) where.push(sql`d.term = ${request.term}`)
  const found = await tx.all<NamedDisposal & Open>(sql`
    select ${named.disposals.columns}, ${openOn(sql`(d.transaction_id::text, d.lot_transaction_id::text)`)} from ${named.disposals.rows}
    where ${joined(where, ' and ')} and d.n > ${after(request.cursor)} order by d.n limit ${request.limit + 1}`)
  return paged(tx, request, found, sql`disposals d where ${joined(where, ' and ')}`, (row) => ({
    handle: rowHandle('disposal', row.n, calculation),
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
    open: [...(row.open ?? [])],
  }))
}

/** The income of a year. */
export async function incomeRows(tx: Tx, userId: string, request: YearRowsRequest): Promise<Rows<IncomeRow>> {
  const { where, calculation } = await whereOf(tx, userId, request, sql`d.date`)
  if (request.category !== undefined) where.push(sql`d.category = ${request.category}`)
  const found = await tx.all<NamedIncome & Open>(sql`
    select ${named.incomes.columns}, ${openOn(sql`(d.transaction_id::text)`)} from ${named.incomes.rows}
    where ${joined(where, ' and ')} and d.n > ${after(request.cursor)} order by d.n limit ${request.limit + 1}`)
  return paged(tx, request, found, sql`incomes d where ${joined(where, ' and ')}`, (row) => ({
    handle: rowHandle('receipt', row.n, calculation),
    transaction_id: row.transaction_id,
    category: row.category,
    label: typeLabel('incoming', row.category),
    asset: row.asset,
    account_name: row.account_name,
    quantity: plain(row.quantity),
    date: row.date,
    value: plain(row.value),
    open: [...(row.open ?? [])],
  }))
}

/** What left without gain or loss in a year. */
export async function removalRows(tx: Tx, userId: string, request: YearRowsRequest) {
  const { where, calculation } = await whereOf(tx, userId, request, sql`d.date`)
  const found = await tx.all<NamedRemoval>(sql`
    select ${named.removals.columns} from ${named.removals.rows}
    where ${joined(where, ' and ')} and d.n > ${after(request.cursor)} order by d.n limit ${request.limit + 1}`)
  return paged(tx, request, found, sql`removals d where ${joined(where, ' and ')}`, (row) => ({
    handle: rowHandle('removal', row.n, calculation),
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

async function whereOf(tx: Tx, userId: string, request: YearRowsRequest, day: Sql) {
  const calculation = await calculationOfYear(tx, userId, request.year)
  const where = [
    sql`d.user_id = ${userId}`,
    sql`d.calculation_id = ${calculation.id}`,
    sql`d.tax_year = ${request.year}`,
  ]
  if (request.asset !== undefined) where.push(sql`d.asset_id = ${request.asset}`)
  if (request.month !== undefined) where.push(sql`extract(month from ${day}) = ${request.month}`)
  return { where, calculation }
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
