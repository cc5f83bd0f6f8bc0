import { expect, test } from 'vitest'
import { openNow, openTotals } from './open-totals.ts'

test('items are counted, known effects add up exactly, and unknown ones are counted apart', () => {
  const of = (count: number, effect: string | null) => ({ code: 'missing_basis', count, message: '', effect })
  expect(openTotals([of(2, '1114.92'), of(1, '0.08'), of(3, null)])).toEqual({
    items: 6,
    most: '1115',
    unknown: 3,
  })
  expect(openTotals([])).toEqual({ items: 0, most: '0', unknown: 0 })
})

test('of a filed year only what is open today is to be answered, and a running import is no item', () => {
  const open = { code: 'missing_basis', count: 2, message: '', effect: null }
  const running = { code: 'imports_running', count: 1, message: '', effect: null }
  const year = {
    filed: null,
    qualifiers: [running, open],
    qualifiers_as_of: 'calculation' as const,
  }
  expect(openNow(year)).toEqual([open])
  const filed = { year: 2024 } as never
  expect(openNow({ ...year, filed })).toEqual([])
  expect(openNow({ ...year, filed, qualifiers_as_of: 'today' })).toEqual([open])
})
