import { expect, test } from 'vitest'
import { type Column, fittingColumns } from './table-columns.ts'

const columns: Column<string>[] = [
  { id: 'name', head: 'Name', track: 'minmax(10rem, 1fr)', cell: String },
  { id: 'fee', head: 'Fee', track: '5rem', drops: 1, cell: String },
  { id: 'note', head: 'Note', track: 'minmax(7.5rem, 1fr)', drops: 2, cell: String },
]
const shown = (px: number) => fittingColumns(columns, { px, rem: 16 }).map(({ id }) => id)

test('a column is left out where the least widths of all do not fit, the lowest number first', () => {
  expect(shown(22.5 * 16)).toEqual(['name', 'fee', 'note'])
  expect(shown(22.5 * 16 - 1)).toEqual(['name', 'note'])
  expect(shown(17.5 * 16 - 1)).toEqual(['name'])
})

test('a column without a number stays, however little room there is', () => {
  expect(shown(10)).toEqual(['name'])
})

test('a larger font needs more room', () => {
  expect(fittingColumns(columns, { px: 400, rem: 20 }).map(({ id }) => id)).toEqual(['name', 'note'])
})
