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

test('each wallet is held to its own running balance, in the units of its currency', () => {
  const at = (day: number) => ({ transactTime: `2024-05-0${day}T12:00:00.000Z` })
  const { balances, series, notes } = read(
    // The newest comes first.
    entry('RealisedPNL', -20000000, { ...at(3), walletBalance: 130000000 }),
    entry('Deposit', 2500000, { ...at(2), currency: 'USDt', walletBalance: 2500000 }),
    entry('Deposit', 150000000, { ...at(1), walletBalance: 150000000 }),
  )
  expect(notes).toEqual([])
  expect(balances.map(({ asset, quantity }) => [asset, quantity])).toEqual([
    ['BTC', '1.3'],
    ['USDT', '2.5'],
  ])
  expect(series?.map(({ asset, points }) => [asset, points.length])).toEqual([
    ['BTC', 2],
    ['USDT', 1],
  ])
})

test('a balance that the entries do not add up to is said, and one that is missing is no zero', () => {
  const at = (day: number) => ({ transactTime: `2024-05-0${day}T12:00:00.000Z` })
  const gap = read(
    entry('Deposit', 5, { ...at(2), walletBalance: 15 }),
    entry('Deposit', 8, { ...at(1), walletBalance: 8 }),
  )
  expect(gap.notes.map(({ code, column }) => [code, column])).toEqual([['balance_mismatch', 'walletBalance']])
  expect(read(entry('Deposit', 8)).balances).toEqual([])
  const pending = entry('UnrealisedPNL', 5, { transactStatus: 'Pending', walletBalance: 99 })
  expect(read(pending, entry('Deposit', 8, { ...at(1), walletBalance: 8 })).balances).toMatchObject([
    { asset: 'BTC', quantity: '0.00000008' },
  ])
})

test('a cost under another name is said', () => {
  const { notes, transactions } = read(entry('Withdrawal', -200, { fee: 20, withdrawalTax: 3 }))
  expect(notes).toMatchObject([{ code: 'not_counted', column: 'withdrawalTax', value: '3' }])
  expect(transactions).toMatchObject([{ flags: ['cost_not_counted'] }])
})
