import { expect, test } from 'vitest'
import { CCXT_EXCHANGES } from './exchange-table.ts'
import { readCcxtPages } from './read-entries.ts'

const AT = Date.UTC(2024, 4, 1, 12)

function read(slug: string, stream: string, ...windows: readonly (readonly object[])[]) {
  const of = CCXT_EXCHANGES.find((one) => one.slug === slug)
  if (of === undefined) throw new Error(`no exchange ${slug}`)
  const pages = windows.map((entries, n) => ({
    stream,
    place: `window ${n}`,
    text: JSON.stringify(entries),
    fetchedAt: AT + n,
  }))
  return readCcxtPages(of, pages)
}

const reward = (word: string, isStaking = false) => ({
  id: `reward ${word}`,
  timestamp: AT,
  type: 'reward',
  word,
  isStaking,
  currency: 'BTC',
  amount: '0.10',
})

test.each([
  ['BTC Airdrop', 'airdrop'],
  ['Flexible', 'interest_received'],
  ['ETH 2.0 Staking', 'staking_reward'],
  ['Referral commission', 'rebate'],
  ['Launchpool', 'misc_reward'],
])('what Binance gave as %s is income of its kind', (word, subType) => {
  expect(read('binance', 'rewards', [reward(word)]).transactions).toMatchObject([
    { type: 'incoming', subType },
  ])
})

test('what staking brought at Binance.US counts from its own list alone', () => {
  const { transactions, skipped } = read('binance-us', 'rewards', [
    reward('Staking'),
    { ...reward('staking', true), id: 'its own list' },
  ])
  expect(transactions).toMatchObject([{ subType: 'staking_reward', externalId: 'its own list' }])
  expect(skipped.length).toBe(1)
})

const deposit = (more: object) => ({
  timestamp: AT,
  type: 'deposit',
  txid: 'one hash',
  currency: 'BTC',
  address: 'an address',
  amount: '0.10',
  status: 'ok',
  ...more,
})

test('deposits of one transaction of a chain without ids of their own are several, also where a window brings them again', () => {
  const list = [deposit({}), deposit({}), deposit({ amount: '0.20' })]
  expect(read('kucoin', 'deposits', list).transactions.length).toBe(3)
  expect(read('kucoin', 'deposits', list, list).transactions.length).toBe(3)
})

test('what did not happen, or has not yet, is skipped; a word that is not known is said', () => {
  const { transactions, skipped, errors } = read(
    'bybit',
    'deposits',
    ['pending', 'rejected', 'canceled', 'on its way'].map((status, n) => deposit({ id: String(n), status })),
  )
  expect([transactions.length, errors.map(({ column }) => column)]).toEqual([0, ['status']])
  expect(skipped.length).toBe(3)
})

test('a withdrawal names its recipient, a deposit nobody', () => {
  const [exchange] = CCXT_EXCHANGES
  if (exchange === undefined) throw new Error('no exchange')
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const moved = (id: string, txid: string) => ({
    id,
    txid,
    timestamp: '1700000000000',
    currency: 'BTC',
    amount: '0.5',
    address,
    status: 'ok',
  })
  const page = (stream: string, entry: object) => ({
    stream,
    place: stream,
    text: JSON.stringify([entry]),
    fetchedAt: 1,
  })
  const { transactions, counterparties } = readCcxtPages(exchange, [
    page('withdrawals', moved('w1', 'ab')),
    page('deposits', moved('d1', 'cd')),
  ])
  expect(transactions.map(({ type }) => type).toSorted()).toEqual(['incoming', 'outgoing'])
  expect(counterparties).toEqual([{ chain: 'bitcoin', address, txHash: 'ab' }])
})
