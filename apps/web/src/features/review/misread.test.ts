import { expect, test } from 'vitest'
import { misread } from './misread.ts'

const lot = { option: 'opening_lot', acquired_on: '2022-05-01', quantity: '4', cost: '120.5' } as const

test('N11 what is no amount and no day is said, not worked out for ever', () => {
  expect(misread(lot)).toBeUndefined()
  expect(misread({ option: 'gift_sent' })).toBeUndefined()
  for (const cost of ['1,000', '$100', '-5', 'abc', '1e5', '.5', '12.'])
    expect(misread({ ...lot, cost }), cost).toBe(
      'Enter amounts with digits and a decimal point, such as 1250.50.',
    )
  expect(misread({ ...lot, acquired_on: '2022-02-30' })).toBe(
    'Bought on: enter a real date, such as 2025-01-31.',
  )
})
