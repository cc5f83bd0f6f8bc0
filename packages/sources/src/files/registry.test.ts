import { expect, test } from 'vitest'
import { detectIn } from './reader/detect.ts'
import { formats } from './registry.ts'
import { any, type HeaderCell, type Signature } from './reader/signature.ts'
import type { Table } from './reader/table.ts'

const TEXTS = [
  'value_in_USD',
  'commission_in_USD',
  'Fee Value in GBP',
  'Buy Value in EUR',
  'Sell Value in EUR',
  'Value in EUR',
  'Outgoing Asset',
  'Outgoing Amount',
  'Incoming Asset',
  'Incoming Amount',
  'Fee Asset',
  'Fee Amount',
  'Trx. ID',
  'Comments',
  'USD Spot Price at Transaction',
  'USD Subtotal',
  'USD Total (inclusive of fees)',
  'USD Fees',
  'Transaction Hash',
  'DateTime (UTC)',
  'Value_IN(ETH)',
  'Value_OUT(ETH)',
  'TxnFee(ETH)',
  'Historical $Price/ETH',
  'ParentTxETH_Value',
  'Label',
  'Gain (USD)',
  'Net Value (USD)',
  'Fee Value (USD)',
  'Received Cost Basis (USD)',
  'Sent Cost Basis (USD)',
  'Realized Return (USD)',
  'Fee Cost Basis (USD)',
  'Fee Realized Return (USD)',
  'Date(UTC+1)',
  'Filled Time(UTC+08:00)',
  'Order Time(UTC+08:00)',
  'Time Filled(UTC+08:00)',
  'Position Opening Time(UTC+08:00)',
  'Position Closing Time(UTC+08:00)',
  'Fee Currency',
  'Time of Update(UTC+08:00)',
  'Time(UTC+08:00)',
  'Creation Time(UTC+08:00)',
  'Email',
  'Date (+01:00)',
  'USD Rate (Currency)',
  'Fiat (USD)',
  'Value (USD)',
  'Value (BTC)',
  'Balance (BTC)',
  'Fee (BTC)',
  'Amount (BTC)',
  'Exchange rate',
  'Market Value (USD)',
  'Amount USD',
  'Fee USD',
  'Cost Basis (USD)',
  'Amount (USD)',
]

const cases = formats.flatMap((format) =>
  format.headers.map((signature, i) => [`${format.id} ${i + 1}`, format.id, headerOf(signature)] as const),
)

test.each(cases)(
  'the header %s is its format alone, or files and rows tell those that have it apart',
  (_, id, header) => {
    const table: Table = { sheet: null, delimiter: ',', rows: [{ line: 1, cells: header }] }
    const found = detectIn(table, formats)?.formats.map(({ format }) => format) ?? []
    expect(found.map((format) => format.id)).toContain(id)
    if (found.length > 1) expect(found.filter((format) => format.fileName === undefined)).toEqual([])
  },
)

test.each(cases)('the header %s with a new column anywhere is its format, or its like', (_, id, header) => {
  for (const at of header.keys()) {
    const cells = header.toSpliced(at, 0, 'Moon Phase')
    const table: Table = { sheet: null, delimiter: ',', rows: [{ line: 1, cells }] }
    const found = detectIn(table, formats, 'with-new')?.formats ?? []
    const own = found.find(({ format }) => format.id === id)
    if (found.length > 1) expect(found.filter(({ format }) => format.fileName === undefined)).toEqual([])
    // Beside a column that may have any name it could be either.
    if (isBesideAny(id, at)) continue
    expect([id, own?.unknownColumns.includes('Moon Phase')]).toEqual([id, true])
  }
})

const headersOf = (id: string) => formats.find((format) => format.id === id)?.headers ?? []

const isBesideAny = (id: string, at: number) =>
  headersOf(id).some((one) => 'cells' in one && (one.cells[at] === any || one.cells[at - 1] === any))

test('ids are unique, and every format has a name, a family and a date column', () => {
  expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length)
  for (const { name, family, dateColumns } of formats)
    expect([name, family, dateColumns.length > 0].every(Boolean)).toBe(true)
})

/** A header that fits a signature. */
function headerOf(signature: Signature): string[] {
  if ('required' in signature) return [...signature.required]
  if ('first' in signature) return [...signature.first, signature.distinctive[0] ?? '']
  return signature.cells.map(cellOf)
}

function cellOf(cell: HeaderCell): string {
  if (cell === any) return 'anything'
  if (typeof cell === 'string') return cell
  const text = TEXTS.find((candidate) => cell.test(candidate))
  if (text === undefined) throw new Error(`No text for ${cell.source}`)
  return text
}
