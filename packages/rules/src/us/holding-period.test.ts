import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLongTerm, longTermFrom } from './holding-period.ts'

const DAY_MS = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

test('ST12 R-HOLD-1 R-HOLD-2 of any day: long from the same calendar day a year after the next, and not a day before', () => {
  const anyDay = fc.integer({ min: Date.UTC(2009, 0, 3) / DAY_MS, max: Date.UTC(2040, 0, 1) / DAY_MS })
  fc.assert(
    fc.property(anyDay, (n) => {
      const acquired = dayOf(n * DAY_MS)
      const next = dayOf((n + 1) * DAY_MS)
      const [year, month, day] = [Number(next.slice(0, 4)), next.slice(5, 7), next.slice(8, 10)]
      // There is no 29 February a year later: it begins on 1 March.
      const long = `${year + 1}-${month === '02' && day === '29' ? '03-01' : `${month}-${day}`}`
      expect(longTermFrom(acquired)).toBe(long)
      expect(isLongTerm(acquired, long)).toBe(true)
      expect(isLongTerm(acquired, dayOf(Date.parse(long) - DAY_MS))).toBe(false)
    }),
    { numRuns: 1000, examples: [[Date.UTC(2024, 1, 28) / DAY_MS], [Date.UTC(2023, 1, 28) / DAY_MS]] },
  )
})

test('R-HOLD-1 the last year of four figures is a year like any other', () => {
  expect(longTermFrom('9998-12-30')).toBe('9999-12-31')
  expect(isLongTerm('9998-12-30', '9999-12-31')).toBe(true)
  for (const acquired of ['9998-12-31', '9999-06-01', '9999-12-31']) {
    expect(isLongTerm(acquired, '9999-12-31'), acquired).toBe(false)
  }
})
