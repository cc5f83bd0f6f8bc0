import type { ReadRow } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { packed } from './packed-reading.ts'

const read = (n: number, group: string, account: string | null = null) =>
  ({ rows: [n], group, account, records: [] }) as unknown as ReadRow
const rowsOf = (pieces: Iterable<string>) =>
  [...pieces].map((piece) => (JSON.parse(piece) as ReadRow[]).map(({ rows }) => rows[0]))

test('what a file says of one event is in one piece, in the order of its first word', () => {
  // Every order has a fill at the beginning and one at the end.
  const numbers = Array.from({ length: 600 }, (_, n) => n)
  const { events, pieces } = packed(numbers.map((n) => read(n, `order ${n % 300}`)))
  expect(events).toBe(300)
  const rows = rowsOf(pieces)
  expect(rows.flat()).toEqual(numbers.slice(0, 300).flatMap((n) => [n, n + 300]))
  expect(rows.length).toBeGreaterThan(1)
  for (const piece of rows) expect(new Set(piece.map((n) => n! % 300)).size).toBe(piece.length / 2)
})

test('where rows name accounts, nobody can tell how many events they are', () => {
  const { events, pieces } = packed([read(1, 'order', 'Binance'), read(2, 'order', 'Kraken')])
  expect(events).toBeNull()
  expect(rowsOf(pieces)).toEqual([[1, 2]])
})

test('nothing is no piece', () => {
  const { events, pieces } = packed([])
  expect({ events, pieces: [...pieces] }).toEqual({ events: 0, pieces: [] })
})
