import { RESULT_FIELDS, type ResultField, type ResultFields } from '@lotbook/tax'
import type { RowList } from './row-ranges.ts'

/** A field of a row that is stored, and its column. */
export interface StoredField<Columns> {
  readonly column: string
  readonly field: ResultField<Columns>
}

/** Columns of fields that are not called what the field is. */
const COLUMNS: Readonly<Record<string, string>> = {
  tx: 'transaction_id',
  lot: 'lot_transaction_id',
  asset: 'asset_id',
  account: 'account_id',
  rules: 'rule_set',
}

/** The fields of a list that have a column: all but some, for the transactions of the row and its lot say them, or nobody asks. */
function storedFields<Columns>(
  fields: ResultFields<Columns>,
  ...leftOut: readonly string[]
): readonly StoredField<Columns>[] {
  return Object.entries(fields)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, field]) => ({ column: COLUMNS[name] ?? name, field }))
}

export const STORED = {
  disposals: storedFields(RESULT_FIELDS.disposals, 'lot_at', 'method', 'dual_basis'),
  incomes: storedFields(RESULT_FIELDS.income),
  removals: storedFields(RESULT_FIELDS.removals, 'lot_at'),
  lots: storedFields(RESULT_FIELDS.lots, 'at'),
}

/** The columns of a list: its number and year, what the result says, its price and others of its own. */
function columnsOf(fields: readonly StoredField<never>[], ...own: readonly string[]): readonly string[] {
  return ['n', 'tax_year', ...fields.map(({ column }) => column), 'price_id', ...own]
}

/** Columns of a row in the order in which its cells are written, behind whose and of which calculation it is. */
export const ROW_COLUMNS: Readonly<Record<RowList, readonly string[]>> = {
  disposals: columnsOf(STORED.disposals, 'event_until'),
  incomes: columnsOf(STORED.incomes),
  removals: columnsOf(STORED.removals),
}
