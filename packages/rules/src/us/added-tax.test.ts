import { expect, test } from 'vitest'
import { addedTax } from './added-tax.ts'
import { estimateTax } from './estimate.ts'

const single = { filing_status: 'single', other_income: '85000' } as const
const gainsOf = (year: number, short: string, long: string, income = '0') => ({
  year,
  short: { gain: short },
  long: { gain: long },
  income,
})

test('E26 what a year adds, with the rates of its last dollars', () => {
  // 85,000 + 2,277.71 + 2,988.43 = 90,266.14: all above 48,475 at 22 %. The long gain lies between 48,350 and 533,400: 15 %.
  const found = addedTax([gainsOf(2025, '2988.43', '10339.29', '2277.71')], single)
  expect(found).toMatchObject({
    // 5,266.14 at 22 % and 10,339.29 at 15 %
    added: '2709.4443',
    ordinary_rate: 22,
    preferential_rate: 15,
    loss_deducted: '0',
  })
  expect([found?.ordinary_income, found?.preferential_income]).toEqual(['90266.14', '10339.29'])
})

test('E26 a loss lowers the tax, and what is left goes on with its term', () => {
  const found = addedTax([gainsOf(2025, '-10000', '2000')], single)
  // 3,000 at 22 %; 8,000 of short loss, of which 3,000 are used up.
  expect(found).toMatchObject({
    added: '-660',
    loss_deducted: '3000',
    left_short: '5000',
    left_long: '0',
    preferential_rate: null,
  })
})

test('E26 losses of earlier years come first, also of years without a table', () => {
  // 20,000 lost in 2021, of which 3,000 are used then, 3,000 in 2022, 4,000 + 3,000 in 2023: 7,000 are left for 2024.
  const earlier = [gainsOf(2021, '0', '-20000'), gainsOf(2023, '4000', '0')]
  const found = addedTax([...earlier, gainsOf(2024, '0', '15000')], single)
  expect([found?.carried_short, found?.carried_long]).toEqual(['0', '7000'])
  expect(found?.added).toBe(addedTax([gainsOf(2024, '0', '8000')], single)?.added)
  const whole = estimateTax({
    year: 2024,
    filing_status: 'single',
    other_taxable_income: '85000',
    net_short: '0',
    net_long: '15000',
    carryover_long: '7000',
  })
  expect(found?.with).toBe(whole.total_tax)
})

test('E26 a year without a table has no estimate, and nothing has no rate', () => {
  expect(addedTax([gainsOf(2022, '1', '1')], single)).toBeNull()
  expect(addedTax([], single)).toBeNull()
  const nothing = addedTax([gainsOf(2025, '0', '0')], { ...single, other_income: '0' })
  expect(nothing).toMatchObject({ added: '0', ordinary_rate: null, preferential_rate: null })
  expect(addedTax([gainsOf(2025, '0', '40000')], { ...single, other_income: '0' })).toMatchObject({
    added: '0',
    preferential_rate: 0,
  })
  expect(addedTax([gainsOf(2025, '900000', '900000')], single)).toMatchObject({
    ordinary_rate: 37,
    preferential_rate: 20,
  })
})
