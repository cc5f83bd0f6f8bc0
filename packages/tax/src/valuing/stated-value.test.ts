import { expect, test } from 'vitest'
import { statedValue } from './stated-value.ts'

const rate = { price: '1.08', origin: 'own_price', priceId: 'p1' } as const

test('what is stated in the customer’s currency stands, in another it goes by the rate, without one it is nothing', () => {
  const stated = { amount: '100.5', currency: 'USD' }
  expect(statedValue(stated, 'record', 'USD', undefined)).toEqual({
    amount: '100.5',
    origin: 'record',
    priceId: null,
  })
  expect(statedValue({ ...stated, currency: 'EUR' }, 'edit', 'USD', rate)).toEqual({
    amount: '108.54',
    origin: 'edit',
    priceId: 'p1',
  })
  expect(statedValue({ ...stated, currency: 'EUR' }, 'record', 'USD', undefined)).toBeNull()
  expect(statedValue(null, 'record', 'USD', rate)).toBeNull()
})
