import { expect, test } from 'vitest'
import { standingOfIdentification } from './identification.ts'

const sold = Date.parse('2025-06-02T10:00:00Z')

test('N12 an identification counts when it was recorded no later than the sale, to the instant', () => {
  const on = (recorded: number) => standingOfIdentification(recorded, sold, '2025-06-02').isContemporaneous
  expect([on(sold - 1), on(sold), on(sold + 1)]).toEqual([true, true, false])
})

test('N12 the authority is that of the day of the sale', () => {
  const source = (day: string) => standingOfIdentification(sold, sold, day).authority
  expect(source('2024-12-31')).toContain('FAQ 39 to 41')
  expect(source('2025-01-01')).toContain('Notice 2025-7')
  expect(source('2026-12-31')).toContain('Notice 2026-20')
  expect(source('2027-01-01')).toContain('has to reach the broker')
})
