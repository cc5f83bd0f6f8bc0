import { yearOf } from '@lotbook/journal'
import type { CalculationResult } from '@lotbook/tax'
import { type Cell, stage } from '../../platform/copy.ts'
import type { Tx } from '../../platform/database.ts'
import type { Names } from './collect-input.ts'

export interface ResultOf {
  readonly userId: string
  readonly calculationId: string
}

/** Rows handed over between two steps of the bar. */
const STEP = 2_000

/**
 * Write every row of a result by COPY, in the transaction that makes the calculation done: all of it, or none. The rows
 * are at the database when this resolves; what it resolves to puts them in their tables, which is the database's work alone.
 */
export async function storeResults(
  tx: Tx,
  of: ResultOf,
  result: CalculationResult,
  names: Names,
  onProgress: (done: number, total: number) => void,
): Promise<() => Promise<void>> {
  const { disposals, income, removals, lots } = result
  const total = disposals.length + income.length + removals.length + lots.length
  let done = 0
  const counted = function* <Row>(rows: readonly Row[], cells: (row: Row, n: number) => readonly Cell[]) {
    for (const [n, row] of rows.entries()) {
      done += 1
      if (done % STEP === 0) onProgress(done, total)
      yield [of.userId, of.calculationId, n, ...cells(row, n)]
    }
  }

  const disposalsInsert = await copy(
    tx,
    'disposals',
    'user_id, calculation_id, n, tax_year, transaction_id, kind, asset_id, account_id, lot_transaction_id, quantity, acquired, disposed, proceeds, basis, gain, term, box, price_id, gross_proceeds, fees, rules, at',
    counted(disposals, (d) => [
      yearOf(d.disposed),
      names.transactionId(d.tx),
      d.kind,
      d.asset,
      names.accountId(d.account),
      d.lot === null ? null : names.transactionId(d.lot),
      d.quantity,
      d.acquired,
      d.disposed,
      d.proceeds,
      d.basis,
      d.gain,
      d.term,
      d.box,
      names.priceId(d.tx, d.kind === 'fee' ? 'fee' : 'main'),
      d.gross_proceeds,
      d.fees,
      d.rules,
      d.at,
    ]),
  )
  const incomesInsert = await copy(
    tx,
    'incomes',
    'user_id, calculation_id, n, tax_year, transaction_id, category, asset_id, account_id, quantity, date, value, price_id, rules, at',
    counted(income, (i) => [
      yearOf(i.date),
      names.transactionId(i.tx),
      i.category,
      i.asset,
      names.accountId(i.account),
      i.quantity,
      i.date,
      i.value,
      names.priceId(i.tx, 'main'),
      i.rules,
      i.at,
    ]),
  )
  const removalsInsert = await copy(
    tx,
    'removals',
    'user_id, calculation_id, n, tax_year, transaction_id, kind, asset_id, account_id, lot_transaction_id, quantity, acquired, date, basis, value, term, deduction, price_id, rules, at',
    counted(removals, (r) => [
      yearOf(r.date),
      names.transactionId(r.tx),
      r.kind,
      r.asset,
      names.accountId(r.account),
      r.lot === null ? null : names.transactionId(r.lot),
      r.quantity,
      r.acquired,
      r.date,
      r.basis,
      r.value,
      r.term,
      r.deduction,
      names.priceId(r.tx, 'main'),
      r.rules,
      r.at,
    ]),
  )
  const lotsInsert = await copy(
    tx,
    'lots',
    'user_id, calculation_id, n, lot_transaction_id, asset_id, account_id, quantity, basis, acquired, loss_basis, loss_acquired',
    counted(lots, (l) => [
      l.lot === null ? null : names.transactionId(l.lot),
      l.asset,
      l.account === null ? null : names.accountId(l.account),
      l.quantity,
      l.basis,
      l.acquired,
      l.loss_basis,
      l.loss_acquired,
    ]),
  )
  const inserts = [disposalsInsert, incomesInsert, removalsInsert, lotsInsert]
  return async () => {
    await tx.client.query(inserts.join(';\n'))
  }
}

async function copy(
  tx: Tx,
  table: 'disposals' | 'incomes' | 'removals' | 'lots',
  columns: string,
  rows: Iterable<readonly Cell[]>,
): Promise<string> {
  return `insert into ${table} (${columns}) select ${columns} from ${await stage(tx, table, columns, rows)}`
}
