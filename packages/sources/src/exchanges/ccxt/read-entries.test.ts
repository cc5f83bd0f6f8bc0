import { expect, test } from 'vitest'
import { line, readKnown } from '../../files/testing/read-text.ts'
import { transactionFingerprint } from '../../reading/fingerprints.ts'
import type { SourceTransaction } from '../../reading/record.ts'
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

test('N9 a history of Gemini by file and by key is counted once: trades, a deposit of two parts, a withdrawal', () => {
  const file = readKnown(
    [
      'Date,Time (UTC),Type,Symbol,Specification,USD Amount USD,Fee (USD) USD,USD Balance USD,BTC Amount BTC,Fee (BTC) BTC,BTC Balance BTC,Trade ID,Order ID,Tx Hash',
      '2024-05-01,12:00:00.000,Credit,BTC,Deposit (BTC),,,,0.3,,0.3,,,hash-1',
      '2024-05-01,12:00:00.000,Credit,BTC,Deposit (BTC),,,,0.2,,0.5,,,hash-1',
      '2024-05-01,12:01:00.000,Sell,BTCUSD,Limit,500.00,-2.00,498.00,-0.01,,0.49,7001,6001,',
      '2024-05-01,12:02:00.000,Buy,BTCUSD,Limit,-250.00,-1.00,247.00,0.005,,0.495,7002,6002,',
      '2024-05-01,12:03:00.000,Debit,BTC,Withdrawal (BTC),,,,-0.1,-0.0005,0.3945,,,hash-2',
    ].join('\n'),
  )
  const trade = (id: string, side: string, amount: string, cost: string, minute: number, fee: string) => ({
    id,
    symbol: 'BTC/USD',
    side,
    amount,
    cost,
    timestamp: AT + minute * 60_000,
    fee: { cost: fee, currency: 'USD' },
  })
  const moved = (type: string, id: string, amount: string, txid: string, minute: number, fee?: object) => ({
    id,
    type,
    amount,
    txid,
    fee,
    currency: 'BTC',
    status: 'ok',
    timestamp: AT + minute * 60_000,
  })
  const byKey = [
    ...read('gemini', 'trades', [
      trade('7001', 'sell', '0.01', '500.00', 1, '2.00'),
      trade('7002', 'buy', '0.005', '250.00', 2, '1.00'),
    ]).transactions,
    ...read('gemini', 'movements', [
      moved('deposit', '1', '0.3', 'hash-1', 0),
      moved('deposit', '2', '0.2', 'hash-1', 0),
      moved('withdrawal', '3', '0.1', 'hash-2', 3, { cost: '0.0005', currency: 'BTC' }),
    ]).transactions,
  ]
  const told = (family: string, all: readonly SourceTransaction[]) =>
    all.map((one) => `${transactionFingerprint('gemini', family, one)} ${line(one)}`).toSorted()
  expect(told('gemini-api', byKey)).toEqual(told(file.family, file.transactions))
})

test.each([
  ['bybit', { '10012': 'read', '10011': 'pending', '10013': 'said' }],
  ['binance', { '2': 'failed', '7': 'failed', '8': 'pending', '9': 'said' }],
])('words of %s for what became of a deposit, which ccxt passes on', (slug, words) => {
  for (const [status, meaning] of Object.entries(words)) {
    const { transactions, skipped, errors } = read(slug, 'deposits', [deposit({ id: '1', status })])
    const reason = skipped[0]?.reason ?? (errors.length > 0 ? 'said' : undefined)
    expect([status, transactions.length === 1 ? 'read' : reason]).toEqual([status, meaning])
  }
})

test.each(['crypto-com-exchange', 'bybit'])(
  'the hash of a deposit at %s has nothing behind it, so that the send of a wallet matches',
  (slug) => {
    const list = ['0xabc/3', 'f0ae4202/2', '0xabc', 'Internal transfer 12'].map((txid, n) =>
      deposit({ id: String(n), txid }),
    )
    expect(read(slug, 'deposits', list).transactions.map(({ txHash }) => txHash)).toEqual([
      '0xabc',
      'f0ae4202',
      '0xabc',
      null,
    ])
  },
)

test.each([
  ['0.007', 'USDT', 'trade 20000 USDT -> 0.5 BTC fee 20.007 USDT'],
  ['0.007', '', 'trade 20000 USDT -> 0.5 BTC fee 20.007 USDT'],
  ['0', 'USDT', 'trade 20000 USDT -> 0.5 BTC fee 20.000 USDT'],
  ['', 'USDT', 'trade 20000 USDT -> 0.5 BTC fee 20.000 USDT'],
])("KuCoin's tax of %s %s is a cost of the trade beside its fee", (tax, feeCurrency, expected) => {
  const fill = {
    id: '1',
    symbol: 'BTC/USDT',
    side: 'buy',
    amount: '0.5',
    cost: '20000',
    timestamp: AT,
    fee: { cost: '20.000', currency: 'USDT' },
    info: { tradeId: '1', fee: '20.000', feeCurrency, tax, taxRate: '0.07' },
  }
  expect(read('kucoin', 'trades', [fill]).transactions.map(line)).toEqual([expected])
})
