import { describe, expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'

describe('account statement', () => {
  const row = (type: string, amount: string, unit: string, more: Record<string, string> = {}) => ({
    portfolio: 'default',
    type,
    time: '2021-01-01T01:00:00.100Z',
    amount,
    'amount/balance unit': unit,
    ...more,
  })
  const read = (...rows: ReturnType<typeof row>[]) => linesOf('coinbasepro-account', rows)
  const of = (trade: string, order: string) => ({ 'trade id': trade, 'order id': order })

  test.each([
    [row('deposit', '5', 'BTC', { 'transfer id': 't' }), 'incoming/received -> 5 BTC'],
    [row('withdrawal', '-5', 'BTC', { 'transfer id': 't' }), 'outgoing/sent 5 BTC ->'],
    [row('rebate', '0.5', 'USD'), 'incoming/rebate -> 0.5 USD'],
    [row('rebate', '-0.5', 'USD'), 'outgoing/fee 0.5 USD ->'],
    [row('deposit', '-5', 'BTC'), 'outgoing/sent 5 BTC -> (unmapped_type:deposit)'],
    [row('fee', '-2', 'USD', of('1', 'o')), 'outgoing/fee 2 USD ->'],
    [row('match', '-2', 'ETH', of('1', 'o')), 'outgoing/sent 2 ETH -> (ungrouped)'],
  ])('%o', (one, expected) => {
    expect(read(one)).toEqual([expected])
  })

  test('one trade id in two markets is two trades, and each has its fee', () => {
    expect(
      read(
        row('match', '-100', 'USD', of('7', 'a')),
        row('match', '1', 'ETH', of('7', 'a')),
        row('fee', '-0.5', 'USD', of('7', 'a')),
        row('match', '-2', 'LTC', of('7', 'b')),
        row('match', '200', 'EUR', of('7', 'b')),
      ),
    ).toEqual(['buy 100 USD -> 1 ETH fee 0.5 USD', 'sell 2 LTC -> 200 EUR'])
  })

  test('a conversion meets its other side by its moment', () => {
    expect(read(row('conversion', '-10', 'USD'), row('conversion', '10', 'USDC'))).toEqual([
      'buy 10 USD -> 10 USDC',
    ])
  })

  test('a withdrawal that came back under its transfer id moved nothing', () => {
    const back = { 'transfer id': 't' }
    expect(read(row('withdrawal', '-5', 'BTC', back), row('deposit', '5', 'BTC', back))).toEqual([
      'skip taken_back 1 2',
    ])
  })

  test('a running balance that does not add up is noted', () => {
    const { notes } = readRows('coinbasepro-account', [
      row('deposit', '5', 'BTC', { balance: '5', time: '2021-01-01T01:00:00Z' }),
      row('deposit', '5', 'BTC', { balance: '11', time: '2021-01-01T02:00:00Z' }),
    ])
    expect(notes).toMatchObject([{ code: 'balance_mismatch', row: 2, column: 'balance' }])
  })
})

test('a fill without its fee, by the name of its market and id', () => {
  const fill = {
    'trade id': '1',
    product: 'BTC-USD',
    'created at': '2020-05-18T20:15:25.253Z',
    size: '1',
    'size unit': 'BTC',
    'price/fee/total unit': 'USD',
  }
  const read = readRows('coinbasepro-fills', [
    { ...fill, side: 'BUY', total: '-101', fee: '1' },
    { ...fill, side: 'SELL', product: 'ETH-USD', 'size unit': 'ETH', total: '99', fee: '1' },
    { ...fill, side: 'BUY', total: '-101', fee: '1' },
  ])
  expect(read.transactions.map(({ from, to, externalId }) => [from?.amount, to?.amount, externalId])).toEqual(
    [
      ['100', '1', 'BTC-USD:1'],
      ['1', '100', 'ETH-USD:1'],
    ],
  )
  expect(read.skipped).toEqual([{ rows: [3], reason: 'duplicate_row' }])
})
