import { expect, test } from 'vitest'
import { PRICE_TABLE_HEADER, priceTableLine, readPriceTable, type TablePrice } from './price-table.ts'

const row: TablePrice = {
  asset: 'BTC',
  currency: 'USD',
  day: '2024-01-31',
  price: '42580.123456789012345678',
  provider: 'Binance, from its price in "USDT"',
}

test('what is written is what is read, to the last digit', () => {
  const text = `${PRICE_TABLE_HEADER}\n${priceTableLine(row)}\n`
  expect(text).toContain('"Binance, from its price in ""USDT"""')
  expect(readPriceTable(text)).toEqual({ prices: [row], problems: [] })
})

test('columns in any order, a provider that is not named, and lines that are no price', () => {
  const { prices, problems } = readPriceTable(
    'Date,Price,Asset,Currency\r\n2024-01-31,1e-7,PEPE,USD\r\n\r\n31.01.2024,1,BTC,USD\r\n2024-13-01,1,BTC,USD\r\n2024-01-01,x,BTC,USD\r\n2024-01-01,-1,BTC,USD\r\n2024-01-01,1,,USD\r\n2024-01-01,1,BTC,dollars\r\n',
  )
  expect(prices).toEqual([
    {
      asset: 'PEPE',
      currency: 'USD',
      day: '2024-01-31',
      price: '0.0000001',
      provider: 'Imported price table',
    },
  ])
  expect(problems.map(({ message }) => message)).toEqual([
    'This is not a day: 31.01.2024',
    'This is not a day: 2024-13-01',
    'This is not a price: x',
    'This is not a price: -1',
    'It names no asset.',
    'This is not a currency: dollars',
  ])
  expect(() => readPriceTable('a,b\n1,2\n')).toThrow(/no column Asset, Currency, Date, Price/)
})
