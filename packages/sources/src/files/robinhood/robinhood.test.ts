import { expect, test } from 'vitest'
import { linesOf, readRows } from '../testing/read-rows.ts'

const order = (more: Record<string, string>) => ({
  UUID: 'u',
  'Time Entered': '2023-02-01T15:00:00Z',
  Symbol: 'BTC',
  Side: 'Sell',
  Quantity: '1',
  State: 'Filled',
  'Leaves Quantity': '0',
  'Average Price': '$20,000.00',
  Notional: '$20,000.00',
  ...more,
})

test.each([
  [order({}), 'sell 1 BTC -> 20000.00 USD'],
  [order({ State: 'Cancelled', 'Leaves Quantity': '0.75' }), 'sell 0.25 BTC -> 5000 USD'],
  [order({ State: 'Cancelled', 'Leaves Quantity': '1' }), 'skip state_not_filled 1'],
])('an order %o', (row, expected) => {
  expect(linesOf('robinhood-crypto-orders', [row])).toEqual([expected])
})

test.each([
  ['deposit', 'succeeded', 'incoming/received -> 0.5 BTC'],
  ['withdrawal', 'failed', 'skip status_not_completed 1'],
  ['gift', 'succeeded', 'incoming/received -> 0.5 BTC (unmapped_type:gift)'],
])('a %s that %s', (transfer_type, state, expected) => {
  const row = { id: 'i', created_at: '2023-03-01T00:00:00Z', currency_code: 'BTC', transfer_type, state }
  expect(linesOf('robinhood-crypto-transfers', [{ ...row, amount: '0.5' }])).toEqual([expected])
})

test('a lot that is not sold is no row of gains', () => {
  expect(linesOf('robinhood-crypto-gains', [{ 'ASSET NAME': 'DOGE', 'RECEIVED DATE': '04/27/21' }])).toEqual([
    'skip not_sold 1',
  ])
})

test('the report of the brokerage account says which file is needed', () => {
  const read = readRows('robinhood-activity', [
    { 'Activity Date': '06/15/2023', Instrument: 'AAPL', Amount: '5' },
  ])
  expect(read.transactions).toEqual([])
  expect(read.notes[0]?.message).toContain('crypto order history')
})
