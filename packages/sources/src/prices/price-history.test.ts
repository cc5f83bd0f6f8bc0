import { expect, test } from 'vitest'
import { PriceHistory } from './price-history.ts'

const at = (text: string) => Date.parse(text)
const price = (asset: string, when: string, text: string, line = 2) => ({
  line,
  column: 'Price',
  asset,
  at: at(when),
  price: text,
})

const history = new PriceHistory([
  {
    fileName: 'old.csv',
    prices: [price('BTC', '2024-03-02', '60000', 3), price('BTC', '2024-03-01', '50000', 2)],
  },
  {
    fileName: 'new.csv',
    prices: [price('BTC', '2024-03-02', '61000', 9), price('ETH', '2024-03-02T12:00Z', '3000')],
  },
])
const told = (asset: string, when: string) => {
  const found = history.at(asset, at(when))
  return found && `${found.price} ${found.fileName} ${found.line}`
}

test('a price holds from its moment for 24 hours or until the next one, and the later file counts', () => {
  expect(told('BTC', '2024-02-29T23:59:59.999Z')).toBeUndefined()
  expect(told('BTC', '2024-03-01T00:00:00Z')).toBe('50000 old.csv 2')
  expect(told('BTC', '2024-03-01T23:59:59.999Z')).toBe('50000 old.csv 2')
  expect(told('BTC', '2024-03-02T00:00:00Z')).toBe('61000 new.csv 9')
  expect(told('BTC', '2024-03-02T23:59:59.999Z')).toBe('61000 new.csv 9')
  expect(told('BTC', '2024-03-03T00:00:00Z')).toBeUndefined()
})

test('the rate of a currency holds over a weekend, six days at most, and a price of 0 is none', () => {
  const rates = new PriceHistory([
    {
      fileName: 'ecb.csv',
      prices: [price('EUR', '2025-01-03', '1.0299'), price('BTC', '2025-01-03', '98000')],
    },
    { fileName: 'zero.csv', prices: [price('EUR', '2025-01-04', '0'), price('BTC', '2025-01-03', '0')] },
  ])
  const priceAt = (asset: string, when: string) => rates.at(asset, at(when))?.price
  expect(priceAt('EUR', '2025-01-04T10:00:00Z')).toBe('1.0299')
  expect(priceAt('EUR', '2025-01-09T23:59:59Z')).toBe('1.0299')
  expect(priceAt('EUR', '2025-01-10T00:00:00Z')).toBeUndefined()
  expect(priceAt('BTC', '2025-01-03T10:00:00Z')).toBe('98000')
  expect(priceAt('BTC', '2025-01-04T10:00:00Z')).toBeUndefined()
})

test('a price within a day does not speak for the hours before it, nor one asset for another', () => {
  expect(told('ETH', '2024-03-02T11:59:59.999Z')).toBeUndefined()
  expect(told('ETH', '2024-03-03T11:59:59.999Z')).toBe('3000 new.csv 2')
  expect(told('ETH', '2024-03-03T12:00:00Z')).toBeUndefined()
  expect(told('SOL', '2024-03-02T12:00:00Z')).toBeUndefined()
})
