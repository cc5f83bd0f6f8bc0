import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptLots, LOT_KEY, LotRows, type LotKey } from './kept-lots.ts'

/** A lot is its number of units here. */
const lots = fc.oneof(
  fc.array(fc.nat({ max: 12 }), { maxLength: 30 }),
  // Most of them once, and more than are looked for one by one.
  fc.array(fc.nat({ max: 250 }), { maxLength: 200 }),
)
const cellsOf = (units: number) => Uint8Array.of(0, 0, 0, 4, 0, 0, units >> 8, units & 255)
/** Some have none. */
const putKey = (units: number, key: LotKey) => key.fill(units % 3 === 0 ? NaN : units)

test('what is dropped and what is written turn the lots that are kept into the new ones', () => {
  fc.assert(
    fc.property(lots, lots, lots, (kept, now, then) => {
      const { table, all } = turnInto(asKept(kept), kept, now)
      // The lots left at hand are those that the database has by then.
      expect(contentOf(all!)).toEqual(contentOf(asKept(table.values(), [...table.keys()])))
      turnInto(all!, now, then)
    }),
  )
})

test('of lots that are at hand and are the same by their keys no cells are made', () => {
  const kept = Array.from({ length: 300 }, (_, n) => n)
  const now = kept.with(7, 301).toSpliced(100, 2)
  const made: number[] = []
  const { gone, rows } = new KeptLots(asKept(kept)).changedTo(
    now.length,
    (row) => {
      made.push(now[row]!)
      return cellsOf(now[row]!)
    },
    (row, key) => key.fill(now[row]!),
  )
  expect([gone, rows.map((row) => now[row])]).toEqual([[14, 200, 202], [301]])
  expect(new Set(made.filter((units) => units % 3 !== 0))).toEqual(new Set([301]))
})

function asKept(lots: Iterable<number>, numbers?: readonly number[]): LotRows {
  const rows = new LotRows()
  const key = new Float64Array(LOT_KEY)
  for (const [n, units] of [...lots].entries()) {
    putKey(units, key)
    rows.add(numbers?.[n] ?? 2 * n, cellsOf(units), key)
  }
  return rows
}

function contentOf({ bytes, ends, numbers }: LotRows): string[] {
  return numbers
    .map((n, place) => `${n} ${bytes.subarray(place === 0 ? 0 : ends[place - 1], ends[place]).join(' ')}`)
    .toSorted()
}

function turnInto(rows: LotRows, kept: readonly number[], now: readonly number[]) {
  const table = new Map(rows.numbers.map((n, place) => [n, kept[place]!]))
  const before = new KeptLots(rows)

  const {
    gone,
    rows: written,
    numbers,
    all,
  } = before.changedTo(
    now.length,
    (row) => cellsOf(now[row]!),
    (row, key) => putKey(now[row]!, key),
  )
  for (const n of gone) expect(table.delete(n)).toBe(true)
  for (const [i, row] of written.entries()) {
    expect(table.has(numbers[i]!)).toBe(false)
    table.set(numbers[i]!, now[row]!)
  }

  const inOrder = (list: Iterable<number>) => [...list].toSorted((a, b) => a - b)
  expect(inOrder(table.values())).toEqual(inOrder(now))
  // A lot that is there once, and is to be, is left alone.
  const once = (list: readonly number[], units: number) => list.filter((one) => one === units).length === 1
  for (const row of written) expect(once(kept, now[row]!) && once(now, now[row]!)).toBe(false)
  return { table, all }
}
