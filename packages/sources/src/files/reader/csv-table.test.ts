import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvTable } from './csv-table.ts'
import { MAX_CELL_LENGTH, MAX_COLUMNS } from './limits.ts'
import { DELIMITERS } from './table.ts'

const cell = fc.string({
  unit: fc.constantFrom('a', '1', '.', '-', ' ', "'", '\t', ';', ',', '|', 'ß'),
  maxLength: 4,
})
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 })

test('a text without quotes has the rows, lines and cells of the same text with every cell quoted', () =>
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(...DELIMITERS),
      fc.boolean(),
      fc.option(fc.nat(9)),
      (written, mark, ends, most) => {
        const plain = written.map((cells) => cells.map((text) => text.replaceAll(mark, '')))
        const text = (quote: (cell: string) => string) =>
          plain.map((cells) => cells.map(quote).join(mark)).join('\n') + (ends ? '\n' : '')
        const bare = csvTable(text(String), mark, most ?? undefined)
        const quoted = csvTable(
          text((one) => (one === '' ? '' : `"${one}"`)),
          mark,
          most ?? undefined,
        )
        expect(bare).toEqual(quoted)
      },
    ),
  ))

test('its limits are told with line and column', () => {
  const long = `a,b\n1,${'x'.repeat(MAX_CELL_LENGTH + 1)}\n`
  expect(() => csvTable(long, ',')).toThrow(/^Line 2, column 2 is longer/)
  expect(() => csvTable(`a\n${','.repeat(MAX_COLUMNS)}\n`, ',')).toThrow(/^Line 2 has more than/)
})

test('a space before a quoted cell does not end it at the delimiter inside', () => {
  const text = 'Id, When, What\ni1, "May 3, 2021 5:00 AM", "a ""b"""\ni2, plain, "open\n'
  expect(csvTable(text, ',').rows.map(({ cells }) => cells.map((cell) => cell.trim()))).toEqual([
    ['Id', 'When', 'What'],
    ['i1', 'May 3, 2021 5:00 AM', 'a "b"'],
    ['i2', 'plain', '"open'],
  ])
})

test('stray quotes that leave the number of cells right are none of a cell', () => {
  const lines = [
    '"Time","Type","Address","State"',
    '"May 3, 2021","Withdrawal",""bc1q,"Completed"',
    '"May 4, 2021","Withdrawal","bc1q"x","Completed""',
    '"May 6, 2021","Deposit","a ""b""","Completed"',
    '"May 7, 2021","Deposit","a"b, c","Completed"',
  ]
  expect(csvTable(`${lines.join('\n')}\n`, ',').rows.slice(1)).toEqual([
    { line: 2, cells: ['May 3, 2021', 'Withdrawal', 'bc1q', 'Completed'] },
    { line: 3, cells: ['May 4, 2021', 'Withdrawal', 'bc1q"x', 'Completed'] },
    { line: 4, cells: ['May 6, 2021', 'Deposit', 'a "b"', 'Completed'] },
    { line: 5, cells: ['May 7, 2021', 'Deposit', 'a"b, c', 'Completed'] },
  ])
})
