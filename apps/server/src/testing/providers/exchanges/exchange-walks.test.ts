import { allSources, keyConnector, type KeyAccess, type KeyConnector, type Reading } from '@lotbook/sources'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProviderCall } from '../serve.ts'
import { type CallFate, walkThrough } from '../walk.ts'
import { type ExchangeAccount, MARKETS, type MadeMovement, type MadeTrade } from './exchange-account.ts'
import { exchangeFakes } from './fakes.ts'

const NOW = Date.UTC(2026, 0, 15, 12, 34, 56, 789)
const DAY = 86_400_000

const ACCESS: KeyAccess = {
  apiKey: 'account-key-1',
  apiSecret: Buffer.from('a secret of the exchange').toString('base64'),
  passphrase: 'a passphrase',
  keyName: '',
  privateKey: '',
}

function accountWith(events: readonly Made[]): ExchangeAccount {
  const { apiKey, apiSecret, passphrase } = ACCESS
  const ofTime = events.toSorted((a, b) => a.at - b.at)
  const trades = ofTime.flatMap((one, n) => (one.kind === 'trade' ? [tradeOf(one, n)] : []))
  const movements = ofTime.flatMap((one, n) => (one.kind === 'trade' ? [] : [movementOf(one, one.kind, n)]))
  // Every withdrawal brings something back.
  const rewards = movements
    .filter(({ kind }) => kind === 'withdrawal')
    .map(({ id, at, coin, amount }) => ({ id, at, coin, amount }))
  return { apiKey, apiSecret, passphrase, trades, movements, rewards }
}

interface Made {
  readonly kind: 'trade' | MadeMovement['kind']
  readonly at: number
  readonly market: number
  /** Hundred-millionths; ten places more follow, which no JavaScript number holds. */
  readonly units: number
  readonly isSell: boolean
}

const inUnits = (units: number, times = 1n): string => {
  const digits = String((BigInt(units) * 10n ** 10n + 1n) * times).padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`
}

function tradeOf({ at, market, units, isSell }: Made, n: number): MadeTrade {
  const [base, quote] = MARKETS[market % MARKETS.length] ?? MARKETS[0]
  const cost = inUnits(units, 2000n)
  const of = { id: String(1_000_000 + n), at, base, quote, amount: inUnits(units), price: '2000.00', cost }
  return isSell
    ? { ...of, side: 'sell', fee: '0.00123456', feeCoin: quote }
    : { ...of, side: 'buy', fee: '0.00000007', feeCoin: base }
}

function movementOf({ at, market, units }: Made, kind: MadeMovement['kind'], n: number): MadeMovement {
  const coin = (MARKETS[market % MARKETS.length] ?? MARKETS[0])[0]
  const id = String(1_000_000 + n)
  // Two deposits of one transaction.
  const txid = `hash-${Math.floor(n / 2)}`
  return { kind, id, at, coin, amount: inUnits(units), fee: kind === 'withdrawal' ? '0.00050000' : '0', txid }
}

/** An amount without zeros that say nothing. */
const bare = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
const side = (one: { readonly asset: string; readonly amount: string } | null) =>
  one === null || bare(one.amount) === '0' ? '-' : `${bare(one.amount)} ${one.asset}`
const second = (at: number) => Math.floor(at / 1000) * 1000

function truthOf({ trades, movements, rewards }: ExchangeAccount, tellsRewards = false): string[] {
  const traded = trades.map((one) => {
    const [own, other] = [
      { asset: one.base, amount: one.amount },
      { asset: one.quote, amount: one.cost },
    ]
    const [from, to] = one.side === 'buy' ? [other, own] : [own, other]
    return [second(one.at), side(from), side(to), side({ asset: one.feeCoin, amount: one.fee })].join(' | ')
  })
  const moved = movements.map((one) => {
    const own = side(one.amount === '' ? null : { asset: one.coin, amount: one.amount })
    const fee = side({ asset: one.coin, amount: one.fee })
    return [second(one.at), ...(one.kind === 'deposit' ? ['-', own] : [own, '-']), fee].join(' | ')
  })
  const given = tellsRewards
    ? rewards.map((one) =>
        [second(one.at), '-', side({ asset: one.coin, amount: one.amount }), '-'].join(' | '),
      )
    : []
  return [...traded, ...moved, ...given].toSorted()
}

const readAs = ({ transactions }: Reading): string[] =>
  transactions.map(({ at, from, to, fee }) => [at, side(from), side(to), side(fee)].join(' | ')).toSorted()

/** What came of a coin less what went. */
function cameOf({ transactions }: Reading, coin: string): string {
  const units = (leg: { readonly asset: string; readonly amount: string } | null) => {
    const [whole = '0', rest = ''] = leg?.asset === coin ? leg.amount.split('.') : []
    return BigInt(whole + rest.padEnd(18, '0'))
  }
  const sum = transactions.reduce((all, { from, to, fee }) => all + units(to) - units(from) - units(fee), 0n)
  const digits = String(sum < 0n ? -sum : sum).padStart(19, '0')
  return `${sum < 0n ? '-' : ''}${bare(`${digits.slice(0, -18)}.${digits.slice(-18)}`)}`
}

const STATES_HOLDINGS: ReadonlySet<string> = new Set(['bitvavo', 'coinbase-exchange', 'coinmate', 'gemini'])

/** The moments at which windows of an empty history end. */
async function edgesOf(connector: KeyConnector, handlers: Handlers): Promise<number[]> {
  const edges = new Set<number>()
  await walkThrough(
    {
      async *fetch(visit, from) {
        for await (const page of connector.fetch(visit, from)) {
          const [, start, end] = /(\d{12,})-(\d{12,})/.exec(page.place) ?? []
          if (start !== undefined) edges.add(Number(start)).add(Number(end))
          yield page
        }
      },
    },
    ACCESS,
    { handlers, now: NOW },
  )
  return [...edges]
}

type Handlers = Parameters<typeof walkThrough>[2]['handlers']

const handlersOf = (slug: string, account: () => ExchangeAccount, now: () => number): Handlers =>
  Object.fromEntries(
    Object.entries(exchangeFakes[slug]?.providers ?? {}).map(([provider, fake]) => [
      provider,
      fake((key) => (key === ACCESS.apiKey ? account() : undefined), now),
    ]),
  )

/** Whether no exchange before it speaks as it does: the others need no more than a look. */
function isFirstOfItsKind(slug: string): boolean {
  const [fake] = Object.values(exchangeFakes[slug]?.providers ?? {})
  const first = Object.entries(exchangeFakes).find(
    ([, { providers }]) => Object.values(providers)[0] === fake,
  )
  return first?.[0] === slug
}

describe.each(Object.entries(exchangeFakes))(
  '%s',
  (slug, { told = (account) => account, mostAlike = 130, isKeyAlone, tellsRewards }) => {
    const connector = keyConnector(slug) as KeyConnector

    test('what is fetched is the truth, once, whatever the history and whatever goes wrong', async () => {
      let account = accountWith([])
      let now = NOW
      const handlers = handlersOf(
        slug,
        () => account,
        () => now,
      )
      const edges = (await edgesOf(connector, handlers)).filter((at) => at > NOW - 28 * DAY && at < NOW)
      const at = fc.oneof(
        fc.integer({ min: 60_000, max: 28 * DAY }).map((ago) => NOW - ago),
        ...(edges.length === 0
          ? []
          : [
              fc
                .tuple(fc.constantFrom(...edges), fc.integer({ min: -1, max: 1 }))
                .map(([edge, by]) => edge + by),
            ]),
      )
      const made = (of: fc.Arbitrary<number>) =>
        fc.record({
          kind: fc.constantFrom<Made['kind']>('trade', 'trade', 'deposit', 'withdrawal'),
          at: of,
          market: fc.nat(3),
          units: fc.integer({ min: 1, max: 1e12 }),
          isSell: fc.boolean(),
        })
      const fate = fc.constantFrom<CallFate>('well', 'well', 'well', 'busy', 'cut')
      await fc.assert(
        fc.asyncProperty(
          fc.array(made(at), { maxLength: 40 }),
          // More than one answer holds within minutes, and many within a millisecond.
          fc.nat(1_100),
          fc.nat(mostAlike),
          fc.array(fate, { maxLength: 12 }),
          async (events, dense, alike, fates) => {
            now = NOW
            const burst = (count: number, step: number): Made[] =>
              Array.from({ length: count }, (_, n) => ({
                kind: 'trade',
                at: NOW - 9 * DAY + n * step,
                market: 0,
                units: 1_000 + n,
                isSell: n % 3 === 0,
              }))
            account = accountWith([...events, ...burst(dense, 700), ...burst(alike, 0)])
            const first = await walkThrough(connector, ACCESS, { handlers, fates, now: NOW })
            const read = connector.read(first.pages, null)
            expect(read.errors).toEqual([])
            expect(readAs(read)).toEqual(truthOf(told(account), tellsRewards))
            for (const { asset, quantity } of read.balances) expect(quantity, asset).toBe(cameOf(read, asset))
            expect(read.balances.length > 0).toBe(STATES_HOLDINGS.has(slug) && read.transactions.length > 0)

            // The next walk brings what came later.
            now = NOW + DAY
            account.trades.push(
              tradeOf({ kind: 'trade', at: NOW + 5_000, market: 1, units: 77, isSell: true }, 9_000_000),
            )
            const { pages, position: from } = first
            const next = await walkThrough(connector, ACCESS, { handlers, pages, from, now })
            expect(readAs(connector.read(next.pages, null))).toEqual(truthOf(told(account), tellsRewards))
          },
        ),
        { numRuns: isFirstOfItsKind(slug) ? 2 : 1 },
      )
    })

    test('a wrong key is told apart from an exchange that is down', async () => {
      const access = isKeyAlone === true ? { ...ACCESS, apiKey: 'another' } : ACCESS
      const account = { ...accountWith([]), apiSecret: 'YW5vdGhlcg==' }
      const handlers = handlersOf(
        slug,
        () => account,
        () => NOW,
      )
      await expect(walkThrough(connector, access, { handlers, now: NOW })).rejects.toMatchObject({
        name: 'AccessRefused',
        kind: 'invalid',
      })
    })
  },
)

test.each(['master-1', 'account-of-a-group'])(
  'a key of Gemini for a group of accounts, %s, is told as one, with which to make instead',
  async (apiKey) => {
    const connector = keyConnector('gemini') as KeyConnector
    const account = { ...accountWith([]), apiKey }
    // The answer tells a master key whose name does not.
    const refused = { body: { result: 'error', reason: 'MissingAccounts', message: 'accounts' }, status: 400 }
    const { gemini } = exchangeFakes['gemini']?.providers ?? {}
    const handlers: Handlers = {
      gemini: (call: ProviderCall) => {
        const isMarkets = call.path === '/v1/symbols'
        return isMarkets
          ? (gemini?.(
              () => account,
              () => NOW,
            )(call) ?? refused)
          : refused
      },
    }
    await expect(walkThrough(connector, { ...ACCESS, apiKey }, { handlers, now: NOW })).rejects.toMatchObject(
      {
        name: 'AccessRefused',
        kind: 'invalid',
        advice: expect.stringMatching(/^This is a master key.*begins with account-\.$/),
      },
    )
  },
)

test('every exchange that is connected by key is spoken for, here or by a handler of its own', () => {
  const ofTheirOwn = ['blink', 'coinbase', 'kraken', 'kucoin', 'robinhood-crypto']
  const connected = allSources().filter(({ slug }) => keyConnector(slug) !== undefined)
  expect(connected.map(({ slug }) => slug).toSorted()).toEqual(
    [...Object.keys(exchangeFakes), ...ofTheirOwn].toSorted(),
  )
})

test.each(['binance', 'bitvavo', 'coinex', 'gate-io', 'hitbtc', 'okx', 'phemex', 'poloniex'])(
  '%s: answers that are shorter than its documentation says lose nothing',
  async (slug) => {
    const connector = keyConnector(slug) as KeyConnector
    const { told = (all: ExchangeAccount) => all } = exchangeFakes[slug] ?? {}
    const account = accountWith(
      Array.from({ length: 730 }, (_, n) => ({
        kind: n % 9 === 0 ? 'deposit' : 'trade',
        at: NOW - 20 * DAY + n * 400_000,
        market: 0,
        units: 1_000 + n,
        isSell: false,
      })),
    )
    const shorter = (call: ProviderCall): ProviderCall => {
      const query = new URLSearchParams(call.query)
      for (const name of ['limit', 'limit_trades', 'limit_transfers'])
        if (query.has(name)) query.set(name, String(Math.min(100, Number(query.get(name)))))
      return { ...call, query }
    }
    const handlers = Object.fromEntries(
      Object.entries(
        handlersOf(
          slug,
          () => account,
          () => NOW,
        ),
      ).map(([name, handler]) => [name, (call: ProviderCall) => handler(shorter(call))]),
    )
    const { pages } = await walkThrough(connector, ACCESS, { handlers, now: NOW })
    expect(readAs(connector.read(pages, null))).toEqual(truthOf(told(account)))
  },
)
