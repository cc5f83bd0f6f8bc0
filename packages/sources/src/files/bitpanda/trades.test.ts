import { expect, test } from 'vitest'
import { linesOf } from '../testing/read-rows.ts'
import { lines, readKnown } from '../testing/read-text.ts'

const row = (type: string, way: string, more: Record<string, string> = {}) => ({
  'Transaction ID': 't',
  Timestamp: '2022-01-01T10:00:00+01:00',
  'Transaction Type': type,
  'In/Out': way,
  'Amount Fiat': '50.00',
  Fiat: 'EUR',
  'Amount Asset': '0.001',
  Asset: 'BTC',
  'Asset class': 'Cryptocurrency',
  Fee: '-',
  'Fee asset': '-',
  ...more,
})
const money = { 'Amount Asset': '-', Asset: 'EUR', 'Asset class': 'Fiat' }

test.each([
  [row('sell', 'incoming'), 'sell 0.001 BTC -> 50.00 EUR'],
  [row('deposit', 'incoming', money), 'incoming/received -> 50.00 EUR (fiat)'],
  [
    row('deposit', 'incoming', { ...money, Fee: '1.50', 'Fee asset': 'EUR' }),
    'incoming/received -> 51.50 EUR fee 1.50 EUR (fiat)',
  ],
  [
    row('withdrawal', 'outgoing', { Fee: '0.0001', 'Fee asset': 'BTC' }),
    'outgoing/sent 0.001 BTC -> fee 0.0001 BTC',
  ],
  [row('transfer', 'incoming', { Asset: 'BEST' }), 'incoming/misc_reward -> 0.001 BEST'],
  [row('transfer', 'incoming'), 'incoming/received -> 0.001 BTC (unmapped_type:transfer incoming)'],
  [row('transfer(stake)', 'incoming'), 'incoming/received -> 0.001 BTC'],
  [row('transfer(stake)', 'outgoing'), 'outgoing/sent 0.001 BTC ->'],
  [row('transfer(unstake)', 'outgoing'), 'outgoing/sent 0.001 BTC ->'],
  [row('transfer(unstake)', 'incoming'), 'incoming/received -> 0.001 BTC'],
  [row('reward', 'incoming'), 'incoming/misc_reward -> 0.001 BTC'],
  [row('swap', 'outgoing'), 'outgoing/sent 0.001 BTC -> (unmapped_type:swap)'],
  [row('buy', 'outgoing', { 'Asset class': 'Metal' }), 'skip non_crypto 1'],
])('%o', (one, expected) => {
  expect(linesOf('bitpanda-v2', [one])).toEqual([expected])
})

test('what a purchase brought may stand in a row of its own, for nothing', () => {
  const both = { Timestamp: '2021-12-14T08:54:40+01:00', 'Asset market price': '0.00' }
  expect(
    linesOf('bitpanda-v2', [
      row('buy', 'outgoing', { ...both, 'Asset market price currency': 'EUR' }),
      row('buy', 'incoming', {
        ...both,
        'Transaction ID': 't2',
        'Amount Fiat': '0',
        'Asset market price currency': '-',
      }),
    ]),
  ).toEqual(['buy 50.00 EUR -> 0.001 BTC', 'skip companion_row 2'])
})

test('a percentage of the fee may stand beside it', () => {
  const text = [
    'Transaction ID,Timestamp,Transaction Type,In/Out,Amount Fiat,Fiat,Amount Asset,Asset,Asset market price,' +
      'Asset market price currency,Asset class,Product ID,Fee,Fee asset,Fee percent,Spread,Spread Currency,Tax Fiat',
    't,2025-03-04T09:00:00+01:00,buy,outgoing,100.00,EUR,0.001,BTC,100000.00,EUR,Cryptocurrency,1,-,-,0.00,1.49,EUR,0.00',
  ]
  expect(lines(readKnown(text.join('\n')))).toEqual(['buy 100.00 EUR -> 0.001 BTC'])
})

test('RON is the leu where money stands, and a coin where an asset does', () => {
  expect(linesOf('bitpanda-v2', [row('buy', 'outgoing', { Fiat: 'RON', Asset: 'RON' })])).toEqual([
    'buy 50.00 RON -> 0.001 coin:ron',
  ])
})
