import { isFiat, typeLabel } from '@lotbook/journal'
import { termOf } from '@lotbook/reports'
import { incomeLineName } from '@lotbook/rules/us'
import { kindLabel } from '@lotbook/tax'
import type { DisposalRow, IncomeRow } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { boxOf, brokerFormsOf, columnsOf, isFormOpen } from '../../calculating/keep/broker-forms.ts'
import { calculationOfYear, rowHandle } from '../../calculating/keep/done-calculation.ts'
import { incomeLinesOf } from '../../calculating/keep/income-lines.ts'
import { filingOf, openOn } from '../../calculating/keep/open-when-filed.ts'
import {
  firstRows,
  named,
  rowsWhere,
  type NamedDisposal,
  type NamedIncome,
  type NamedRemoval,
} from '../../calculating/keep/result-row.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import { isAllocated, withoutSafeHarbor } from '../../calculating/keep/without-safe-harbor.ts'

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

interface Allocated {
  readonly is_allocated: boolean
}

/** The disposals of a year, in the order of the calculation. */
export async function disposalRows(
  tx: Tx,
  userId: string,
  request: YearRowsRequest,
): Promise<Rows<DisposalRow>> {
  const more = request.term === undefined ? [] : [sql`d.term = ${request.term}`]
  const { calculation, ...asked } = await rowsOf(tx, userId, 'disposals', request, sql`d.disposed`, more)
  const without = await withoutSafeHarbor(tx, userId, calculation)
  const filing = await filingOf(tx, userId, request.year, calculation)
  const forms = await brokerFormsOf(tx, userId, request.year, calculation.id)
  const found = await tx.all<NamedDisposal & Open & Allocated>(sql`
    select ${named.disposals.columns}, ${isAllocated(calculation, without, sql`d.disposed`)}, ${openOn([sql`d.transaction_id`, sql`d.lot_transaction_id`], filing)} from ${asked.page} order by d.n`)
  return paged(tx, request, found, asked.all, (row) => ({
    handle: rowHandle('disposal', row.number, calculation),
    transaction_id: row.transaction_id,
    kind: row.kind,
    label: kindLabel(row.kind),
    asset: row.asset,
    asset_id: row.asset_id,
    account_name: row.account_name,
    lot_transaction_id: row.lot_transaction_id,
    quantity: plain(row.quantity),
    acquired: row.acquired,
    disposed: row.disposed,
    proceeds: plain(row.proceeds),
    basis: plain(row.basis),
    gain: plain(row.gain),
    term: row.term,
    box: boxOf(row, forms),
    form: columnsOf(row.number, forms) ?? null,
    form_expected: isFormOpen(row, forms),
    allocation: row.is_allocated ? without.of(row.asset_id) : null,
    open: [...(row.open ?? [])],
  }))
}

/** The income of a year, each receipt with its line of the return. */
export async function incomeRows(tx: Tx, userId: string, request: YearRowsRequest): Promise<Rows<IncomeRow>> {
  const more = request.category === undefined ? [] : [sql`d.category = ${request.category}`]
  const { calculation, ...asked } = await rowsOf(tx, userId, 'incomes', request, sql`d.date`, more)
  const filing = await filingOf(tx, userId, request.year, calculation)
  const found = await tx.all<NamedIncome & Open>(sql`
    select ${named.incomes.columns}, ${openOn([sql`d.transaction_id`], filing)} from ${asked.page} order by d.n`)
  const lineOf = await incomeLinesOf(tx, userId, request.year)
  const nameOf = ({ account_id: accountId, category, asset_id }: NamedIncome) => {
    const isCash = isFiat(asset_id)
    return incomeLineName(lineOf({ accountId, category, isCash }).line, request.year, isCash)
  }
  return paged(tx, request, found, asked.all, (row) => ({
    handle: rowHandle('receipt', row.number, calculation),
    transaction_id: row.transaction_id,
    category: row.category,
    label: typeLabel('incoming', row.category),
    asset: row.asset,
    asset_id: row.asset_id,
    account_name: row.account_name,
    quantity: plain(row.quantity),
    date: row.date,
    value: plain(row.value),
    line: nameOf(row),
    open: [...(row.open ?? [])],
  }))
}

/** Removals of a year: units that left without gain or loss. */
export async function removalRows(tx: Tx, userId: string, request: YearRowsRequest) {
  const { calculation, ...asked } = await rowsOf(tx, userId, 'removals', request, sql`d.date`)
  const without = await withoutSafeHarbor(tx, userId, calculation)
  const found = await tx.all<NamedRemoval & Allocated>(sql`
    select ${named.removals.columns}, ${isAllocated(calculation, without, sql`d.date`)} from ${asked.page} order by d.n`)
  return paged(tx, request, found, asked.all, (row) => ({
    handle: rowHandle('removal', row.number, calculation),
    transaction_id: row.transaction_id,
    kind: row.kind,
    label: kindLabel(row.kind),
    asset: row.asset,
    asset_id: row.asset_id,
    account_name: row.account_name,
    quantity: plain(row.quantity),
    acquired: row.acquired,
    date: row.date,
    basis: plain(row.basis ?? '0'),
    value: knownValue(row),
    term: termOf(row),
    deduction: row.deduction === null ? null : plain(row.deduction),
    allocation: row.is_allocated ? without.of(row.asset_id) : null,
  }))
}

/** A calculation takes a donation without a price as worth nothing, which is no value that anybody knows. */
function knownValue({ kind, value }: NamedRemoval): string | null {
  const worth = value === null ? null : plain(value)
  return kind === 'donation' && worth === '0' ? null : worth
}

/** The rows of a page and one more, and all rows that the request is of. */
async function rowsOf(
  tx: Tx,
  userId: string,
  list: RowList,
  request: YearRowsRequest,
  day: Sql,
  more: readonly Sql[] = [],
) {
  const calculation = await calculationOfYear(tx, userId, request.year)
  const where = [sql`d.tax_year = ${request.year}`, ...more]
  if (request.asset !== undefined) where.push(sql`d.asset_id = ${request.asset}`)
  if (request.month !== undefined) where.push(sql`extract(month from ${day}) = ${request.month}`)
  const of = { list, userId, calculationId: calculation.id, where }
  return {
    calculation,
    page: firstRows(of, after(request.cursor), request.limit + 1),
    all: rowsWhere(of),
  }
}

async function paged<Found extends { number: number }, Row>(
  tx: Tx,
  { limit }: YearRowsRequest,
  found: readonly Found[],
  all: Sql,
  row: (found: Found) => Row,
): Promise<Rows<Row>> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const { total } = await tx.one<{ total: string }>(sql`select count(*) as total from ${all} d`)
  return {
    rows: shown.map(row),
    next: found.length > limit && last !== undefined ? String(last.number) : null,
    total: Number(total),
  }
}

function after(cursor: string | undefined): number {
  if (cursor === undefined) return -1
  if (!/^\d{1,9}$/.test(cursor)) refuse('invalid_input', 'The cursor is not one of ours.')
  return Number(cursor)
}
