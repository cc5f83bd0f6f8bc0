import { expect, test } from 'vitest'
import { cutAt, NO_RANGES, withOwnRows, type Ranges } from './row-ranges.ts'

const NOTHING = { disposals: 0, incomes: 0, removals: 0 }

const range = (first: number, until: number, rowsOf: string) => ({ first, until, rowsOf })

const TWO: Ranges = {
  disposals: [range(0, 10, 'a'), range(10, 14, 'b')],
  incomes: [range(0, 3, 'a')],
  removals: [],
}

test('a whole calculation has one range of its own for each list that has rows', () => {
  expect(withOwnRows(NO_RANGES, { ...NOTHING, disposals: 5 }, 'a')).toEqual({
    disposals: [range(0, 5, 'a')],
    incomes: [],
    removals: [],
  })
})

test.each([
  [0, []],
  [4, [range(0, 4, 'a')]],
  [10, [range(0, 10, 'a')]],
  [11, [range(0, 10, 'a'), range(10, 11, 'b')]],
  [14, [range(0, 10, 'a'), range(10, 14, 'b')]],
])('what is before %d rows is what is kept', (disposals, kept) => {
  expect(cutAt(TWO, { ...NOTHING, disposals })).toEqual({ disposals: kept, incomes: [], removals: [] })
})

test('a border behind the rows is refused: there would be a gap', () => {
  expect(() => cutAt(TWO, { disposals: 15, incomes: 3, removals: 0 })).toThrow('no 15 disposals')
  expect(() => cutAt(TWO, { disposals: 14, incomes: 3, removals: 1 })).toThrow('no 1 removals')
})

test('what a calculation stores comes behind what it goes on from, and neighbours are one', () => {
  const from = cutAt(TWO, { disposals: 12, incomes: 3, removals: 0 })
  expect(withOwnRows(from, { disposals: 3, incomes: 0, removals: 2 }, 'c')).toEqual({
    disposals: [range(0, 10, 'a'), range(10, 12, 'b'), range(12, 15, 'c')],
    incomes: [range(0, 3, 'a')],
    removals: [range(0, 2, 'c')],
  })
  expect(withOwnRows(from, { ...NOTHING, disposals: 3 }, 'b').disposals).toEqual([
    range(0, 10, 'a'),
    range(10, 15, 'b'),
  ])
})
