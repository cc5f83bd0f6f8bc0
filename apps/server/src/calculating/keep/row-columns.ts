import type { RowList } from './row-ranges.ts'

/** Columns of a row in the order in which its cells are written, behind whose and of which calculation it is. */
export const ROW_COLUMNS: Readonly<Record<RowList, readonly string[]>> = {
  disposals:
    'n, tax_year, transaction_id, kind, asset_id, account_id, lot_transaction_id, quantity, acquired, disposed, proceeds, basis, gain, term, box, price_id, gross_proceeds, fees, rule_set, at, event_until'.split(
      ', ',
    ),
  incomes:
    'n, tax_year, transaction_id, category, asset_id, account_id, quantity, date, value, price_id, rule_set, at'.split(
      ', ',
    ),
  removals:
    'n, tax_year, transaction_id, kind, asset_id, account_id, lot_transaction_id, quantity, acquired, date, basis, value, term, deduction, price_id, rule_set, at'.split(
      ', ',
    ),
}
