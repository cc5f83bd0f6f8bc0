import { expect, test } from 'vitest'
import { openTotals } from './OpenLine.tsx'

test('items are counted, known effects add up exactly, and unknown ones are counted apart', () => {
  const of = (count: number, effect: string | null) => ({ code: 'missing_basis', count, message: '', effect })
  expect(openTotals([of(2, '1114.92'), of(1, '0.08'), of(3, null)])).toEqual({
    items: 6,
    most: '1115',
    unknown: 3,
  })
  expect(openTotals([])).toEqual({ items: 0, most: '0', unknown: 0 })
})
