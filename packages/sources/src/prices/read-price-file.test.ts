import { expect, test } from 'vitest'
import { priceTemplateCsv, readPriceFile } from './read-price-file.ts'

const now = Date.UTC(2026, 0, 1)
const read = (text: string, asset?: string) =>
  readPriceFile(
    { name: 'prices.csv', bytes: new TextEncoder().encode(text) },
    { currency: 'USD', asset, now },
  )

function pricesOf(text: string, asset?: string) {
  const reading = read(text, asset)
  if (reading.outcome !== 'prices') throw new Error(JSON.stringify(reading))
  return {
    problems: reading.problems,
    prices: reading.prices.map(({ line, asset, at, price }) => [
      line,
      asset,
      new Date(at).toISOString(),
      price,
    ]),
  }
}

test('N23 a token is given by every name that it has elsewhere, on whatever chain', () => {
  const contract = `0x${'aB'.repeat(20)}`
  const names = [
    `eip155:999999/erc20:${contract}`,
    `eip155:999999:${contract}`,
    `Base:${contract}`,
    'Own:House',
    'Coin:RON',
  ]
  const text = ['Asset,Date,Price', ...names.map((name) => `${name},2024-01-01,1`)].join('\n')
  expect(pricesOf(text).prices.map(([, asset]) => asset)).toEqual([
    `eip155:999999:${contract.toLowerCase()}`,
    `base:${contract.toLowerCase()}`,
    'own:HOUSE',
    'coin:ron',
  ])
})

test('N23 the template: asset, day or instant, price, currency, in any order of columns', () => {
  expect(priceTemplateCsv()).toBe('Asset,Date,Price,Currency\r\n')
  expect(
    pricesOf(
      'Price,Currency,Asset,Date\n0.1000000000000000000001,USD,xyz,2024-01-02\n"$1,234.50",,BTC,2024-01-02T03:04:05Z\n7,usd,ethereum:0xAB,2024-01-02 03:04:05+02:00\n',
    ),
  ).toEqual({
    problems: [],
    prices: [
      [2, 'XYZ', '2024-01-02T00:00:00.000Z', '0.1000000000000000000001'],
      [3, 'BTC', '2024-01-02T03:04:05.000Z', '1234.5'],
      [4, 'ethereum:0xab', '2024-01-02T01:04:05.000Z', '7'],
    ],
  })
})

test('a row that cannot be used is told with line, column and reason, and the rest goes in', () => {
  const { prices, problems } = pricesOf(
    [
      'Asset,Date,Price,Currency',
      'BTC,2024-01-01,42000,USD',
      'BTC,2024-02-30,42000,USD',
      'BTC,2024-01-02,forty,USD',
      'BTC,2024-01-03,,USD',
      'BTC,2024-01-04,-1,USD',
      'BTC,2024-01-05,1,EUR',
      ',2024-01-06,1,USD',
      'B T C,2024-01-06,1,USD',
      'BTC,2026-02-01,1,USD',
      'BTC,2024-01-01,42000.0,USD',
      'BTC,2024-01-01,43000,USD',
      'BTC,2024-01-07,0,USD',
    ].join('\n'),
  )
  expect(prices).toEqual([[2, 'BTC', '2024-01-01T00:00:00.000Z', '42000']])
  expect(problems.map(({ line, column, message }) => [line, column, message])).toEqual([
    [3, 'Date', 'This is not a date.'],
    [4, 'Price', 'This is not a price.'],
    [5, 'Price', 'There is no price.'],
    [6, 'Price', 'A price is not negative.'],
    [7, 'Currency', 'Prices are needed in USD.'],
    [8, 'Asset', 'There is no asset.'],
    [9, 'Asset', 'This is not an asset.'],
    [10, 'Date', 'This is in the future.'],
    [12, 'Price', 'Line 2 gives another price for the same moment.'],
    [13, 'Price', 'A price of 0 is no price.'],
  ])
})

test('Date, Open, High, Low, Close: the close counts, and the asset is asked for', () => {
  const candles =
    'Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-01,1,2,0.5,1.5,9,1000\n2024-01-02,null,null,null,null,null,null\n'
  expect(read(candles)).toEqual({ outcome: 'asset-missing' })
  const { prices, problems } = pricesOf(candles, 'sol')
  expect(prices).toEqual([[2, 'SOL', '2024-01-01T00:00:00.000Z', '1.5']])
  expect(problems).toEqual([{ line: 3, column: 'Close', value: 'null', message: 'There is no price.' }])
})

test('a line above the header, a pair as symbol, Unix time', () => {
  const file =
    'https://prices.example\nunix,date,symbol,open,high,low,close\n1704067200000,2024-01-01 00:00:00,BTC/USD,1,2,3,42000\n1704070800000,2024-01-01 01:00:00,BTC/EUR,1,2,3,39000\n'
  const { prices, problems } = pricesOf(file)
  expect(prices).toEqual([[3, 'BTC', '2024-01-01T00:00:00.000Z', '42000']])
  expect(problems).toMatchObject([{ line: 4, column: 'symbol', value: 'BTC/EUR' }])
  expect(pricesOf('Timestamp;Close\n1704070800;1,5\n', 'SOL').prices).toEqual([
    [2, 'SOL', '2024-01-01T01:00:00.000Z', '1.5'],
  ])
})

test('a coin that goes by the code of a currency keeps its name, and what no currency shares is the coin anyway', () => {
  const { prices } = pricesOf('Asset,Date,Price\ncoin:RON,2024-01-01,2\ncoin:btc,2024-01-01,42000\n')
  expect(prices.map(([, asset]) => asset)).toEqual(['coin:ron', 'BTC'])
})

test('a date and a column for each asset; an empty cell has no price', () => {
  expect(pricesOf('Day (UTC),BTC,ETH\n2024-01-01,42000,2200\n2024-01-02,,2300\n')).toEqual({
    problems: [],
    prices: [
      [2, 'BTC', '2024-01-01T00:00:00.000Z', '42000'],
      [2, 'ETH', '2024-01-01T00:00:00.000Z', '2200'],
      [3, 'ETH', '2024-01-02T00:00:00.000Z', '2300'],
    ],
  })
})

test('what cannot be read is refused as a whole, and nothing is guessed', () => {
  const refusal = (text: string) => {
    const reading = read(text, 'BTC')
    return reading.outcome === 'refused' ? reading.message : reading
  }
  expect(refusal('')).toBe('The file is empty.')
  expect(refusal('%PDF-1.7 ,,')).toBe('This is neither a CSV file nor an Excel workbook.')
  expect(refusal('Name,Amount\na,1\n')).toContain('No header with a date and a price')
  expect(refusal('Date,Price\n3/4/2024,1\n5/6/2024,2\n')).toContain('can be read two ways')
  const many = Array.from({ length: 100_001 }, (_, i) => `${1_500_000_000 + i * 60},1`)
  expect(refusal(`Time,Price\n${many.join('\n')}\n`)).toContain('more than 100,000 prices')
})
