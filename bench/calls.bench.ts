import { addressConnector, keyConnector, type KeyAccess } from '../packages/sources/src/index.ts'
import { exchangeFakes } from '../apps/server/src/testing/providers/exchanges/fakes.ts'
import { madeHistory } from '../apps/server/src/testing/providers/exchanges/made-history.ts'
import { kucoinProvider } from '../apps/server/src/testing/providers/kucoin.ts'
import { krakenHistory, krakenProvider } from '../apps/server/src/testing/providers/kraken.ts'
import { type WalkOptions, walkThrough } from '../apps/server/src/testing/providers/walk.ts'
import { LONG_ADDRESS, longHistory } from './long-chain.ts'

const NOW = Date.UTC(2026, 0, 1)
const ACCESS: KeyAccess = {
  apiKey: 'account-key-1',
  apiSecret: Buffer.from('a secret of the exchange').toString('base64'),
  passphrase: 'a passphrase',
  keyName: '',
  privateKey: '',
}
/** One a day. */
const TRADES = 1_000
const TRANSACTIONS = 5_000

type Handlers = WalkOptions['handlers']
/** The entries of a list, and the most of one answer. */
type List = readonly [entries: number, most: number]

/** Calls of a first walk beside the least that hold its lists: their entries by the most of one answer, and one for an empty list. */
export async function callsBench(): Promise<void> {
  const ledger = new Map(krakenHistory(TRADES))
  const kraken = { ...ACCESS, permissions: ['query-ledger'], ledger }
  await byKey('Kraken', 'kraken', { kraken: krakenProvider(() => kraken) }, [[ledger.size, 50]])
  await ofAddress()
  const account = { ...ACCESS, ...madeHistory(TRADES, NOW) }
  for (const [name, slug, mostTrades, mostMoved, more] of EXCHANGES) {
    const fakes = Object.entries(exchangeFakes[slug]?.providers ?? {})
    const handlers: Handlers = Object.fromEntries(
      fakes.map(([provider, fake]) => [
        provider,
        fake(
          () => account,
          () => NOW,
        ),
      ]),
    )
    await byKey(name, slug, handlers, [[TRADES, mostTrades], [1, mostMoved], [1, mostMoved], ...more])
  }
  await ofNothing()
}

const TWO_YEARS_MS = 730 * 86_400_000

/** Calls for an account in which nothing ever happened: those of a first walk, and of one that goes on after two years. */
async function ofNothing(): Promise<void> {
  const nothing = { ...ACCESS, trades: [], movements: [], rewards: [] }
  const kraken = { ...ACCESS, permissions: ['query-ledger'], ledger: new Map() }
  const kucoin = { ...ACCESS, fills: [], hfFills: [], deposits: [], withdrawals: [] }
  const handlersAt = (slug: string, now: number): Handlers => {
    if (slug === 'kraken') return { kraken: krakenProvider(() => kraken) }
    const clock = () => now
    if (slug === 'kucoin') return { kucoin: kucoinProvider(() => kucoin, clock) }
    const fakes = Object.entries(exchangeFakes[slug]?.providers ?? {})
    return Object.fromEntries(fakes.map(([provider, fake]) => [provider, fake(() => nothing, clock)]))
  }
  for (const slug of [...Object.keys(exchangeFakes), 'kraken', 'kucoin'].toSorted()) {
    const connector = keyConnector(slug)
    if (connector === undefined) throw new Error(`no connector of ${slug}`)
    const before = NOW - TWO_YEARS_MS
    const begun = await walkThrough(connector, ACCESS, { handlers: handlersAt(slug, before), now: before })
    const first = await walkThrough(connector, ACCESS, { handlers: handlersAt(slug, NOW), now: NOW })
    const { position: from } = begun
    const later = await walkThrough(connector, ACCESS, { handlers: handlersAt(slug, NOW), from, now: NOW })
    console.log(`EMPTY ${slug.padEnd(20)} first walk ${first.calls} calls, two years more ${later.calls}`)
  }
}

/** By name and slug, with the most trades and the most deposits or withdrawals of one answer, and further lists, which are empty. */
const EXCHANGES: readonly (readonly [string, string, number, number, readonly List[]])[] = [
  ['Binance', 'binance', 1000, 1000, [[0, 500]]],
  ['Bybit', 'bybit', 100, 50, []],
  ['HitBTC', 'hitbtc', 1000, 1000, []],
]

async function byKey(name: string, slug: string, handlers: Handlers, lists: readonly List[]): Promise<void> {
  const connector = keyConnector(slug)
  if (connector === undefined) throw new Error(`no connector of ${slug}`)
  const { calls } = await walkThrough(connector, ACCESS, { handlers, now: NOW })
  tell(name, calls, lists)
}

/** Two lists with rows, three without, and what is held. */
async function ofAddress(): Promise<void> {
  const connector = addressConnector('ethereum')
  if (connector === undefined) throw new Error('no connector of Ethereum')
  const access = { chain: 'ethereum', address: LONG_ADDRESS, isExtendedKey: false }
  const handlers = { routescan: longHistory(TRANSACTIONS) }
  const { calls } = await walkThrough(connector, access, { handlers, now: NOW })
  const half: List = [TRANSACTIONS / 2, 1000]
  tell('Ethereum', calls, [half, half, [0, 1000], [0, 1000], [0, 1000], [1, 1]])
}

function tell(name: string, calls: number, lists: readonly List[]): void {
  const least = lists.reduce((sum, [entries, most]) => sum + Math.max(1, Math.ceil(entries / most)), 0)
  const entries = lists.reduce((sum, [count]) => sum + count, 0)
  console.log(
    `CALLS ${name.padEnd(10)} ${entries} entries: ${calls} calls, at least ${least}: ${(calls / least).toFixed(2)} x`,
  )
}
