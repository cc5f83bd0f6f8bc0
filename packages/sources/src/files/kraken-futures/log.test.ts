import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'

const row = (type: string, more: Record<string, string>) => ({
  uid: 'u',
  dateTime: '2021-02-01 08:19:06',
  account: 'f-eth:usd',
  type,
  symbol: 'eth',
  collateral: 'eth',
  ...more,
})

test.each([
  [
    row('futures trade', { 'realized pnl': '-0.5', fee: '0.1' }),
    ['outgoing/margin_loss 0.5 ETH -> fee 0.1 ETH'],
  ],
  [row('futures trade', { 'realized pnl': '0', fee: '0.1' }), ['outgoing/margin_fee 0.1 ETH ->']],
  [row('funding rate change', { 'realized funding': '-0.2' }), ['outgoing/margin_fee 0.2 ETH ->']],
  [
    row('futures trade', { 'realized pnl': '1', fee: '0.1', 'realized funding': '0.2' }),
    ['incoming/margin_gain -> 1 ETH fee 0.1 ETH', 'incoming/margin_gain -> 0.2 ETH'],
  ],
  [row('cross-exchange transfer', { change: '5' }), ['skip internal_transfer 1']],
  [
    row('interest payment', { symbol: 'usd', collateral: '', change: '0.3' }),
    ['incoming/interest_received -> 0.3 USD'],
  ],
  [
    row('interest payment', { symbol: 'usd', collateral: '', change: '-0.3' }),
    ['outgoing/interest_paid 0.3 USD ->'],
  ],
  [row('futures trade', { change: '5' }), ['skip no_value_moved 1']],
  [row('bonus', { change: '5' }), ['incoming/received -> 5 ETH (unmapped_type:bonus)']],
])('%o', (one, expected) => {
  expect(linesOf('kraken-futures-log', [one])).toEqual(expected)
})

test('the two sides of a conversion are of one second', () => {
  const side = (symbol: string, change: string) => row('conversion', { symbol, change, collateral: symbol })
  expect(linesOf('kraken-futures-log', [side('xbt', '-0.1'), side('usd', '4000')])).toEqual([
    'sell 0.1 BTC -> 4000 USD',
  ])
})

test('a row for the contract beside that for the collateral tells the same once', () => {
  const figures = { 'realized pnl': '1', fee: '0.1' }
  expect(
    linesOf('kraken-futures-log', [
      row('futures trade', figures),
      row('futures trade', { ...figures, symbol: 'pi_ethusd' }),
      row('futures trade', { ...figures, symbol: 'pi_ethusd', dateTime: '2021-02-01 08:19:07' }),
    ]),
  ).toEqual([
    'incoming/margin_gain -> 1 ETH fee 0.1 ETH',
    'incoming/margin_gain -> 1 ETH fee 0.1 ETH',
    'skip companion_row 2',
  ])
})
