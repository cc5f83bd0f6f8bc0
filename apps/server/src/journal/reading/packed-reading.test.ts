import type { FileReading, SourceTransaction } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { packReading, readsOf, type PackedReading } from './packed-reading.ts'

const read = (n: number, group: string, account: string | null = null) =>
  ({ rows: [n], group, account, records: [] }) as unknown as SourceTransaction
const packed = (transactions: readonly SourceTransaction[]) =>
  packReading({ outcome: 'read', transactions } as FileReading) as PackedReading

async function rowsOf({ pieces }: PackedReading) {
  const rows: number[][] = []
  for await (const reads of readsOf(pieces)) rows.push(reads.map(({ rows: [row = 0] }) => row))
  return rows
}

test('the rows of one event are in one piece, in the order of the first row of each event', async () => {
  // Every order has a fill at the beginning and one at the end.
  const numbers = Array.from({ length: 600 }, (_, n) => n)
  const reading = packed(numbers.map((n) => read(n, `order ${n % 300}`)))
  expect(reading.events).toBe(300)
  const rows = await rowsOf(reading)
  expect(rows.flat()).toEqual(numbers.slice(0, 300).flatMap((n) => [n, n + 300]))
  expect(rows.length).toBeGreaterThan(1)
  for (const piece of rows) expect(new Set(piece.map((n) => n % 300)).size).toBe(piece.length / 2)
})

test('the number of events is open where rows name accounts', async () => {
  const reading = packed([read(1, 'order', 'Binance'), read(2, 'order', 'Kraken')])
  expect(reading.events).toBeNull()
  expect(await rowsOf(reading)).toEqual([[1, 2]])
})

test('a reading without transactions has no piece', () => {
  expect(packed([])).toMatchObject({ events: 0, pieces: [] })
})

test('an outcome that is no reading stays as it is', () => {
  const refused: FileReading = { outcome: 'refused', code: 'empty_file', message: 'Empty.' }
  expect(packReading(refused)).toBe(refused)
})
