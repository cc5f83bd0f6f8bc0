/** Base and quote of a market, as tickers. */
export interface Pair {
  readonly base: string
  readonly quote: string
}

export type SplitPair = (pair: string) => Pair | undefined

const SEPARATED = /^([^\s/_:-]+) ?[/_:-] ?([^\s/_:-]+)$/

/** Splits `BTC/USD`, `BTC-USD`, `BTC_USD` and `BTC:USD`; undefined for anything else. */
export const separatedPair: SplitPair = (pair) => {
  const [, base, quote] = SEPARATED.exec(pair) ?? []
  return base === undefined || quote === undefined ? undefined : { base, quote }
}

/** Splits a pair whose quote comes first. */
export const quoteFirst =
  (split: SplitPair): SplitPair =>
  (pair) => {
    const found = split(pair)
    return found && { base: found.quote, quote: found.base }
  }

/**
 * Splits a pair that may be written without a mark between its tickers (`LTCBTC`) by the longest quote that it ends with. Pairs in
 * `exceptions` are split as they say.
 */
export function gluedPair(
  quotes: readonly string[],
  exceptions: Readonly<Record<string, Pair>> = {},
): SplitPair {
  const longestFirst = quotes.toSorted((a, b) => b.length - a.length)
  return (pair) => {
    const separated = separatedPair(pair)
    if (separated !== undefined) return separated
    const upper = pair.toUpperCase()
    if (Object.hasOwn(exceptions, upper)) return exceptions[upper]
    const quote = longestFirst.find((code) => upper.length > code.length && upper.endsWith(code))
    return quote === undefined ? undefined : { base: upper.slice(0, -quote.length), quote }
  }
}

/** Splits a pair without a mark whose quote comes first (`BTCETH` is ether priced in bitcoin). */
export function gluedQuoteFirst(quotes: readonly string[]): SplitPair {
  const longestFirst = quotes.toSorted((a, b) => b.length - a.length)
  return (pair) => {
    const separated = separatedPair(pair)
    if (separated !== undefined) return { base: separated.quote, quote: separated.base }
    const upper = pair.toUpperCase()
    const quote = longestFirst.find((code) => upper.length > code.length && upper.startsWith(code))
    return quote === undefined ? undefined : { base: upper.slice(quote.length), quote }
  }
}

/** Quotes of the large exchanges that trade coins against coins. */
export const COMMON_QUOTES =
  'USDT USDC BUSD FDUSD TUSD USDP USDS USDD USDE USD1 DAI PAX UST PYUSD EURI EURT EURC AEUR BTC ETH BNB SOL TRX XRP DOGE DOT ADA EUR GBP AUD JPY TRY RUB UAH BRL NGN ZAR PLN RON CZK ARS COP MXN INR IDRT BIDR BKRW VAI GYEN'.split(
    ' ',
  )
