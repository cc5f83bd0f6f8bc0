import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const order = {
  UUID: 'u',
  FILLED: '2',
  PROCEEDS: '0.1',
  COMISSIONPAID: '0.001',
  CLOSED: '2021-03-01 10:05:00',
}

test.each([
  ['BTC', 'ETH', 'LIMIT_BUY', 'trade 0.1 BTC -> 2 ETH fee 0.001 BTC'],
  ['BTC', 'BTC-ETH', 'LIMIT_SELL', 'trade 2 ETH -> 0.1 BTC fee 0.001 BTC'],
  ['USD', 'ETH-USD', 'CEILING_MARKET_BUY', 'buy 0.1 USD -> 2 ETH fee 0.001 USD'],
  ['USD', 'ETH', 'LIMIT', 'incoming/received -> 2 ETH fee 0.001 USD (unmapped_type:LIMIT)'],
])('%s %s %s', (QUOTE, MARKET, ORDERTYPE, expected) => {
  expect(linesOf('bittrex-orders-2022', [{ ...order, QUOTE, MARKET, ORDERTYPE }])).toEqual([expected])
})
