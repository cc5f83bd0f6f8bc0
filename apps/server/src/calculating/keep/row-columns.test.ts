import { expect, test } from 'vitest'
import { LOT_COLUMNS } from './kept-lots.ts'
import { ROW_COLUMNS, STORED } from './row-columns.ts'

test('the cells of a lot are those of its columns, behind its number', () => {
  expect(['n', ...STORED.lots.map(({ column }) => column)]).toEqual(LOT_COLUMNS)
})

test('a row has a column for each field that is stored, and those of the server', () => {
  expect(ROW_COLUMNS.incomes.join(' ')).toBe(
    'n tax_year transaction_id category asset_id account_id quantity date value at rule_set price_id',
  )
  expect(ROW_COLUMNS.disposals).toEqual(expect.arrayContaining(['fees', 'gross_proceeds', 'event_until']))
})
