import { expect, test } from 'vitest'
import { completionPoll, firstTicks, hardwareAccounts, hardwareImports } from './hardware-accounts.ts'
import type { LedgerAccount } from './ledger-wallet.ts'

const XPUB = `xpub6CUG${'a'.repeat(99)}DVmz`
const chain = (slug: string, name: string, default_coin: string) => ({
  slug,
  name,
  default_coin,
  silent_since: null,
  explorers: [],
  paid_explorers: [],
  needs_own_key: false,
})
const chains = [
  chain('bitcoin', 'Bitcoin', 'btc'),
  chain('litecoin', 'Litecoin', 'ltc'),
  chain('ethereum', 'Ethereum', 'eth'),
]
const account = (id: string, currency: string, xpub = XPUB): LedgerAccount => ({
  id,
  name: id,
  currency,
  address: `address of ${id}`,
  xpub,
})
const history = (file_name: string, import_status: 'in-progress' | 'complete') => ({
  id: file_name,
  type: 'wallet' as const,
  file_name,
  import_status,
})
const shown = (...histories: ReturnType<typeof history>[]) =>
  hardwareAccounts(
    [account('one', 'bitcoin'), account('two', 'litecoin', '')],
    hardwareImports(histories, chains),
    chains,
  )

test('R3.28 R4.63 R5.93 accounts are those of the six coins, as far as their chain can be fetched', () => {
  const all = ['bitcoin', 'bitcoin_cash', 'dash', 'dogecoin', 'litecoin', 'zcash', 'ethereum', 'solana']
  const six = ['btc', 'bch', 'dash', 'doge', 'ltc', 'zec'].map((coin) => chain(coin, coin, coin))
  const codes = (offered: typeof six) =>
    hardwareAccounts(
      all.map((currency) => account(currency, currency)),
      [],
      offered,
    ).map(({ currencyCode }) => currencyCode)
  expect(codes([...six, chain('ethereum', 'Ethereum', 'eth')])).toEqual([
    'BTC',
    'BCH',
    'DASH',
    'DOGE',
    'LTC',
    'ZEC',
  ])
  expect(codes(chains)).toEqual(['BTC', 'LTC'])
  expect(shown()[0]).toEqual({
    id: 'one',
    name: 'one',
    currency: 'bitcoin',
    currencyCode: 'BTC',
    address: 'address of one',
    xpub: XPUB,
    chain: 'bitcoin',
    pending: false,
  })
})

test('R3.29 R4.64 R4.65 an account that is imported is left out, and one that is being imported is pending', () => {
  const running = history('bitcoin: xpub6CUG…DVmz', 'in-progress')
  expect(hardwareImports([running], chains)).toEqual([
    { id: running.id, coin_addr: 'xpub6CUG…DVmz', coin_code: 'BTC', status: 'in-progress' },
  ])
  expect(shown(running).map(({ id, pending }) => [id, pending])).toEqual([
    ['one', true],
    ['two', false],
  ])
  const done = history('litecoin: address of two', 'complete')
  expect(shown(running, done).map(({ id }) => id)).toEqual(['one'])
  // The same name on another chain is another account, and a file is none.
  expect(shown(history('bitcoin: address of two', 'complete'))).toHaveLength(2)
  expect(
    hardwareImports(
      [
        { ...done, type: 'CSV' as never },
        { ...done, file_name: null },
      ],
      chains,
    ),
  ).toEqual([])
})

test('R5.91 R5.92 boxes of pending accounts start ticked, and all where none is pending', () => {
  expect(firstTicks(shown())).toEqual(['one', 'two'])
  expect(firstTicks(shown(history('bitcoin: xpub6CUG…DVmz', 'in-progress')))).toEqual(['one'])
})

test('R4.68 imports are looked at every two seconds until none of the selected accounts is in progress', () => {
  const sent = shown()
  const next = (...histories: ReturnType<typeof history>[]) =>
    completionPoll(sent, hardwareImports(histories, chains))
  const [one, two] = ['bitcoin: xpub6CUG…DVmz', 'litecoin: address of two'] as const
  // What was just sent may not stand in the history yet.
  expect(next()).toBe(2_000)
  expect(next(history(one, 'in-progress'), history(two, 'in-progress'))).toBe(2_000)
  expect(next(history(one, 'complete'), history(two, 'in-progress'))).toBe(2_000)
  expect(next(history(one, 'complete'), history(two, 'complete'))).toBe(false)
  expect(completionPoll([], hardwareImports([history(one, 'in-progress')], chains))).toBe(false)
})
