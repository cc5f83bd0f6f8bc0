import { coinOf } from '@lotbook/journal'
import { curatedTokens } from './token-lists.ts'

/** A token of Ethereum that goes by its ticker, as exchanges call it. */
export interface ListedToken {
  /** In small letters. */
  readonly contract: string
  readonly asset: string
  readonly ticker: string
  readonly name: string
  readonly decimals: number
}

const ETHEREUM = 1
/** Coins of other chains: what carries their ticker on Ethereum is a bridged version, and another asset. */
const NATIVE_ELSEWHERE: ReadonlySet<string> = new Set([
  'SOL',
  'BTC',
  'BNB',
  'AVAX',
  'ADA',
  'DOT',
  'XRP',
  'DOGE',
  'TRX',
  'NEAR',
])

let listed: readonly ListedToken[] | undefined

/**
 * The tokens of the curated list that the product ships which are one asset with what exchanges call by their ticker, so that
 * a coin is one asset wherever it is held. Contracts that are not among them stay assets of their own.
 */
export function listedTokens(): readonly ListedToken[] {
  listed ??= readList()
  return listed
}

function readList(): readonly ListedToken[] {
  const onEthereum = curatedTokens().filter((token) => token.chainId === ETHEREUM)
  const byTicker = Map.groupBy(onEthereum, (token) => token.symbol.toUpperCase())
  return [...byTicker].flatMap(([ticker, [token, ...others]]) =>
    // Two tokens of one ticker cannot both be what exchanges mean by it.
    token === undefined ||
    others.length > 0 ||
    NATIVE_ELSEWHERE.has(ticker) ||
    !/^[A-Z0-9.]{1,20}$/.test(ticker)
      ? []
      : [
          {
            contract: token.address.toLowerCase(),
            asset: coinOf(ticker),
            ticker,
            name: token.name,
            decimals: token.decimals,
          },
        ],
  )
}
