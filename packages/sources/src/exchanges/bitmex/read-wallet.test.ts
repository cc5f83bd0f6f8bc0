import { expect, test } from 'vitest'
import { ASSETS, readWalletPages, WALLET } from './read-wallet.ts'

const page = (stream: string, list: unknown) => ({
  stream,
  place: `${stream} 1`,
  text: JSON.stringify(list),
  fetchedAt: Date.UTC(2025, 0, 1),
})
const assets = page(ASSETS, [
  { asset: 'XBT', currency: 'XBt', scale: 8 },
  { asset: 'USDT', currency: 'USDt', scale: 6 },
])
const entry = (transactType: string, amount: number, more: object = {}) => ({
  transactID: `${transactType} ${amount}`,
  currency: 'XBt',
  transactType,
  amount,
  fee: 0,
  transactStatus: 'Completed',
  transactTime: '2024-05-01T12:00:00.000Z',
  ...more,
})
const read = (...entries: readonly object[]) => readWalletPages([assets, page(WALLET, entries)])

test.each([
  [
    'Deposit',
    150000000,
    { type: 'incoming', subType: 'received', to: { asset: 'BTC', amount: '1.50000000' } },
  ],
  [
    'RealisedPNL',
    2500,
    { type: 'incoming', subType: 'margin_gain', to: { asset: 'BTC', amount: '0.00002500' } },
  ],
  [
    'RealisedPNL',
    -2500,
    { type: 'outgoing', subType: 'margin_loss', from: { asset: 'BTC', amount: '0.00002500' } },
  ],
  [
    'AffiliatePayout',
    7,
    { type: 'incoming', subType: 'misc_reward', to: { asset: 'BTC', amount: '0.00000007' } },
  ],
  ['Transfer', -9, { type: 'outgoing', subType: 'sent', from: { asset: 'BTC', amount: '0.00000009' } }],
])('%s of %d', (type, amount, expected) => {
  expect(read(entry(type, amount)).transactions).toMatchObject([expected])
})

test('the amount of a withdrawal has its fee in it, as in the file of the wallet', () => {
  expect(read(entry('Withdrawal', -2000000, { currency: 'USDt', fee: 500000 })).transactions).toMatchObject([
    { from: { asset: 'USDT', amount: '1.500000' }, fee: { asset: 'USDT', amount: '0.500000' } },
  ])
  expect(read(entry('Withdrawal', -2, { fee: 3 })).errors).toMatchObject([{ code: 'fee_above_amount' }])
})

test('what is not settled, or did not happen, is skipped; a word or currency that is not known is said', () => {
  const { transactions, skipped, errors } = read(
    entry('UnrealisedPNL', 5),
    entry('Withdrawal', -5, { transactStatus: 'Canceled' }),
    entry('SomethingNew', 5),
    entry('Deposit', 6, { currency: 'XYz' }),
  )
  expect(transactions).toEqual([])
  expect(skipped.length).toBe(2)
  expect(errors.map(({ code, column }) => [code, column])).toEqual([
    ['unmapped_type', 'transactType'],
    ['unmapped_type', 'currency'],
  ])
})
