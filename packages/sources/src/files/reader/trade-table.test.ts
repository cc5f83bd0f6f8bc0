import { describe, expect, test } from 'vitest'
import { lines } from '../testing/read-text.ts'
import { readDeclared } from '../testing/read-declared.ts'
import { separatedPair } from './pairs.ts'
import { tradeTable } from './trade-table.ts'

const report = {
  id: 'toy-trades',
  family: 'toy-trades',
  name: 'Toy trades',
  sourceSlug: 'toy',
  exchange: 'Toy',
  headers: [{ cells: ['Time', 'Market', 'Side', 'Amount', 'Total', 'Fee', 'Fee Coin', 'Id'] }],
  timeZone: 'UTC',
  time: 'Time',
  side: { column: 'Side', buy: 'BUY', sell: 'SELL' },
  records: [{ kind: 'toy-trade', id: 'Id' }],
  repeatedBy: 'Id',
  externalId: 'Id',
}
const HEADER = 'Time,Market,Side,Amount,Total,Fee,Fee Coin,Id'

describe('a declared table of trades by pair', () => {
  const format = tradeTable({
    ...report,
    pair: { column: 'Market', split: separatedPair },
    base: { amount: 'Amount' },
    quote: { amount: 'Total' },
    fee: { amount: 'Fee', asset: 'Fee Coin' },
    asset: (ticker) => (ticker === 'XBT' ? 'BTC' : ticker),
  })
  const read = (...rows: string[]) => readDeclared(format, `${HEADER}\n${rows.join('\n')}\n`)

  test.each([
    ['BTC/USD,BUY,0.5,100.00,1.00,USD,a', 'buy 100.00 USD -> 0.5 BTC fee 1.00 USD'],
    ['xbt/usd,sell,0.5,100.00,-1.00,,a', 'sell 0.5 BTC -> 100.00 USD fee 1.00 USD'],
    ['ETH/BTC,BUY,2,0.1,0.3,BNB,a', 'trade 0.1 BTC -> 2 ETH fee 0.3 BNB'],
    ['ETH/BTC,BUY,2,0.1,,,a', 'trade 0.1 BTC -> 2 ETH'],
    ['BTC/USD,Lend,0.5,100.00,,,a', 'incoming/received -> 0.5 BTC (unmapped_type:Lend)'],
  ])('%s', (row, expected) => {
    expect(lines(read(`2024-01-02 03:04:05,${row}`))).toEqual([expected])
  })

  test('an unknown side is noted, a pair that cannot be split is an error', () => {
    const reading = read(
      '2024-01-02 03:04:05,BTC/USD,Lend,0.5,100,,,a',
      '2024-01-02 03:04:05,BTCUSD,BUY,0.5,100,,,b',
    )
    expect(reading.notes).toMatchObject([{ code: 'unmapped_type', row: 1, column: 'Side' }])
    expect(reading.errors).toMatchObject([
      { code: 'unknown_pair', row: 2, column: 'Market', origin: { kind: 'line', line: 3 } },
    ])
  })

  test('the id names a record, a repeat of its row is skipped, and without an id two equal fills are two', () => {
    const fill = '2024-01-02 03:04:05,BTC/USD,BUY,0.5,100,,,'
    const reading = read(`${fill}a`, `${fill}a`, fill, fill)
    expect(reading.skipped).toEqual([{ rows: [2], reason: 'duplicate_row' }])
    expect(reading.transactions.map(({ records }) => records[0])).toMatchObject([
      { kind: 'toy-trade', nativeId: 'a', ordinal: 0 },
      { nativeId: null, ordinal: 0 },
      { nativeId: null, ordinal: 1 },
    ])
  })
})

test('a total that includes the fee: a buy paid it on top, a sell is left without it', () => {
  const format = tradeTable({
    ...report,
    base: { amount: 'Amount', asset: 'Market' },
    quote: { amount: 'Total', asset: 'Fee Coin' },
    fee: { amount: 'Fee', isIncluded: true },
  })
  const text = `${HEADER}
2024-01-02 03:04:05,BTC,BUY,0.5,101.00,1.00,USD,a
2024-01-02 03:04:05,BTC,SELL,0.5,99.00,1.00,USD,b
`
  expect(lines(readDeclared(format, text))).toEqual([
    'buy 100.00 USD -> 0.5 BTC fee 1.00 USD',
    'sell 0.5 BTC -> 100.00 USD fee 1.00 USD',
  ])
})
