import { COINS } from './coins.ts'

/** An asset of a history that a line may be of. */
export interface AssetName {
  readonly id: string
  /** The ticker that a person reads. */
  readonly symbol: string
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const TICKERS: ReadonlyMap<string, string> = new Map(
  COINS.map(([ticker, name]) => [plain(name), plain(ticker)]),
)

/**
 * Finds the assets of a history by the names that a form prints: the ticker or the full name of a coin, or both at once as in `Bitcoin (BTC)`, without
 * case.
 */
export function assetFinder(
  assets: Iterable<AssetName>,
): (name: string, symbol?: string) => string | undefined {
  const bySymbol = new Map<string, string>()
  for (const { id, symbol } of assets)
    for (const name of [symbol, id])
      if (plain(name) !== '' && !bySymbol.has(plain(name))) bySymbol.set(plain(name), id)
  const find = (name: string) => bySymbol.get(plain(name)) ?? bySymbol.get(TICKERS.get(plain(name)) ?? '')
  return (name, symbol = '') => {
    const [, long = name, short = symbol] = /^(.+?)\s*\(([^()]+)\)$/.exec(name) ?? []
    return [short, name, long]
      .filter((one) => one !== '')
      .map(find)
      .find((found) => found !== undefined)
  }
}
