import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RowCells } from '../../platform/copy-rows.ts'
import { KeptLots } from './kept-lots.ts'

/** A lot is its number of units here. */
const lots = fc.array(fc.nat({ max: 12 }), { maxLength: 30 })
const cellsOf = (units: number) => `\0\0\0\x04\0\0\0${String.fromCharCode(units)}`

test('what is dropped and what is written turn the lots that are kept into the new ones', () => {
  fc.assert(fc.property(lots, lots, turnInto))
})

function turnInto(kept: readonly number[], now: readonly number[]): void {
  const table = new Map(kept.map((units, n) => [2 * n, units]))
  const before = new KeptLots()
  for (const [n, units] of table) before.add(n, cellsOf(units))

  const { gone, rows, numbers } = before.changedTo(now.length, (to: RowCells, row) => to.int(now[row]!))
  for (const n of gone) expect(table.delete(n)).toBe(true)
  for (const [i, row] of rows.entries()) {
    expect(table.has(numbers[i]!)).toBe(false)
    table.set(numbers[i]!, now[row]!)
  }

  const inOrder = (list: Iterable<number>) => [...list].toSorted((a, b) => a - b)
  expect(inOrder(table.values())).toEqual(inOrder(now))
  // A lot that is there once, and is to be, is left alone.
  const once = (list: readonly number[], units: number) => list.filter((one) => one === units).length === 1
  for (const row of rows) expect(once(kept, now[row]!) && once(now, now[row]!)).toBe(false)
}
