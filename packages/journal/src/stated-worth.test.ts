import { expect, test } from 'vitest'
import { statedWorth } from './stated-worth.ts'

const leg = (amount: string, asset: string) => ({ amount, asset })
const dollars = (amount: string) => ({ amount, currency: 'USD' })
const none = { value: null, from: null, to: null }
const unitPrices = { ETH: dollars('2000.123'), SOL: dollars('0.00000001') }

test('a price of a unit values what came, else what went, to the last digit', () => {
  expect(statedWorth({ ...none, unitPrices, to: leg('0.000000000000000001', 'ETH') })).toEqual(
    dollars('0.000000000000002000123'),
  )
  expect(statedWorth({ ...none, unitPrices, from: leg('1.5', 'ETH') })).toEqual(dollars('3000.1845'))
  expect(statedWorth({ ...none, unitPrices, from: leg('1', 'ETH'), to: leg('2', 'SOL') })).toEqual(
    dollars('0.00000002'),
  )
  expect(statedWorth({ ...none, unitPrices, from: leg('1', 'ETH'), to: leg('2', 'UNI') })).toEqual(
    dollars('2000.123'),
  )
})

test('a stated value goes before a price, and money on the other side before both', () => {
  const sent = { ...none, unitPrices, from: leg('1', 'ETH') }
  expect(statedWorth({ ...sent, value: dollars('1990') })).toEqual(dollars('1990'))
  expect(statedWorth({ ...sent, to: leg('1980', 'USD') })).toBeNull()
  expect(statedWorth({ ...none, to: leg('1', 'ETH') })).toBeNull()
  expect(statedWorth({ ...none, unitPrices, to: leg('1', 'UNI') })).toBeNull()
})
