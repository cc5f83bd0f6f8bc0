import { type AssetId, coinOf, FIAT, isFiat, namesakeOf, tickerOf } from '@lotbook/journal'
import { allSources } from './catalogue.ts'
import { COINS } from './coins.ts'
import { listedTokens } from './listed-tokens.ts'

/** A coin or currency that can be chosen by its ticker or name. */
export interface Currency {
  readonly asset: AssetId
  readonly ticker: string
  readonly name: string
  /** 1 is held most; null for what has no rank: tokens and currencies of states. */
  readonly rank: number | null
}

/** Most results of a search for a currency. */
const CURRENCY_LIMIT = 20

let loaded: readonly Currency[] | undefined

/** Every currency that is offered: coins by rank, tokens of the token list, currencies of states. Coins of inactive chains are not. */
export function currencies(): readonly Currency[] {
  loaded ??= readCurrencies()
  return loaded
}

/** Coins in the order of their rank. */
export function rankedCoins(): readonly AssetId[] {
  return currencies().flatMap(({ asset, rank }) => (rank === null ? [] : [asset]))
}

let ranked: ReadonlySet<AssetId> | undefined

/** Whether an asset is a coin that the product itself names: exchanges mean it by its ticker, whoever else takes that. */
export function isKnownCoin(asset: AssetId): boolean {
  ranked ??= new Set(COINS.map(([ticker]) => coinOf(ticker)))
  return ranked.has(asset)
}

function readCurrencies(): readonly Currency[] {
  const inactive = inactiveCoins()
  const coins = COINS.map(([ticker, name], at) => ({ asset: coinOf(ticker), ticker, name, rank: at + 1 }))
  const tokens = listedTokens()
    .filter(({ asset }) => !isKnownCoin(asset))
    .map(({ asset, ticker, name }) => ({ asset, ticker, name, rank: null }))
  const known = new Set([...coins, ...tokens].map(({ asset }) => asset))
  const namesakes = [...FIAT].flatMap((code) => {
    const name = namesakeOf(code)
    const asset = coinOf(code)
    return name === undefined || known.has(asset) ? [] : [{ asset, ticker: code, name, rank: null }]
  })
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'code' })
  const ofStates = [...FIAT].map((code) => ({
    asset: code,
    ticker: code,
    name: names.of(code) ?? code,
    rank: null,
  }))
  return [...coins, ...tokens, ...namesakes, ...ofStates].filter(({ ticker }) => !inactive.has(ticker))
}

/** Tickers of the coins of chains that nothing can be imported from any more. */
function inactiveCoins(): ReadonlySet<string> {
  return new Set(
    allSources()
      .filter(({ tags }) => tags.includes('inactive'))
      .flatMap(({ default_coin }) => default_coin?.toUpperCase() ?? []),
  )
}

/**
 * Currencies for a search term, the closest first: the ticker or name itself, tickers that begin with it, names that do, then what
 * holds it somewhere.
 * Of equally close ones those of the person's own history come first, then those of higher rank. Without a term the first of them.
 *
 * @param own - assets of the person's own history, which are offered beside the known ones.
 */
export function searchCurrencies(
  q: string,
  own: readonly Currency[] = [],
  limit = CURRENCY_LIMIT,
): readonly Currency[] {
  const term = q.trim().toLowerCase()
  const inactive = inactiveCoins()
  const held = new Set(own.map(({ asset }) => asset))
  const known = currencies()
  const names = new Set(known.map(({ asset }) => asset))
  const others = own.filter(({ asset, ticker }) => !names.has(asset) && !inactive.has(ticker.toUpperCase()))
  return [...known, ...others]
    .map((currency) => ({ currency, distance: distanceTo(currency, term), isHeld: held.has(currency.asset) }))
    .filter(
      ({ distance, currency, isHeld }) => distance < FAR && (term !== '' || isHeld || isOffered(currency)),
    )
    .toSorted(
      (a, b) =>
        a.distance - b.distance ||
        Number(b.isHeld) - Number(a.isHeld) ||
        rankOf(a.currency) - rankOf(b.currency) ||
        compare(a.currency.ticker, b.currency.ticker) ||
        compare(a.currency.asset, b.currency.asset),
    )
    .slice(0, limit)
    .map(({ currency }) => currency)
}

/** Without a term, coins with a rank are offered: a list of all states would hide them. */
const isOffered = ({ rank }: Currency) => rank !== null

const FAR = 5

function distanceTo({ asset, ticker, name }: Currency, term: string): number {
  if (term === '') return 0
  const [code, called] = [ticker.toLowerCase(), name.toLowerCase()]
  // A name counts as a ticker does: a token that calls itself BITCOIN does not come before Bitcoin.
  if (code === term || called === term || asset.toLowerCase() === term) return 0
  if (code.startsWith(term)) return 1
  if (called.startsWith(term)) return 2
  if (called.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(term))) return 3
  return term.length > 1 && (code.includes(term) || called.includes(term)) ? 4 : FAR
}

const rankOf = ({ rank, asset }: Currency) =>
  rank ?? (isFiat(asset) ? (MAIN_CURRENCIES.has(tickerOf(asset)) ? 500 : 2000) : 1000)

/** Currencies of states that most people mean, before tokens without a rank. */
const MAIN_CURRENCIES: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'CHF'])

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
