import { expect, test } from 'vitest'
import { calculationAge } from './calculation-age.ts'

const now = new Date('2025-03-06T12:00:00Z')

test("R4.69 'Calculations last updated {n} days ago.'", () => {
  expect(calculationAge({ tax_calculated: true, calculated_at: '2025-03-03T11:00:00Z' }, now)).toEqual({
    text: 'Calculations last updated 3 days ago.',
    canRefresh: true,
  })
})

test("R4.70 'Updating' while one runs", () => {
  const running = { tax_calculated: false, calculated_at: '2025-03-03T11:00:00Z' }
  expect(calculationAge(running, now)).toEqual({ text: 'Updating', canRefresh: false })
})

test("R4.71 then 'Calculations last updated just now.'", () => {
  expect(calculationAge({ tax_calculated: true, calculated_at: '2025-03-06T11:59:58Z' }, now)).toEqual({
    text: 'Calculations last updated just now.',
    canRefresh: false,
  })
})

test('nothing is said between the first minute and the first day', () => {
  const earlier = { tax_calculated: true, calculated_at: '2025-03-06T11:58:59Z' }
  expect(calculationAge(earlier, now)).toBeUndefined()
})

test('nothing is said before the first calculation', () => {
  expect(calculationAge({ tax_calculated: null, calculated_at: null }, now)).toBeUndefined()
})
