import { coinOf } from '@lotbook/journal'
import { inAsset, type ReadLeg } from './legs.ts'
import type { Sheet } from './sheet.ts'

/** The part of a declaration that files of wallets share: a wallet holds no government money. */
export const walletTable = { timeZone: 'UTC', asset: coinOf, records: [] } as const

/** Tickers that stand in the names of files of wallets for one coin. */
const NAMED =
  /(?:^|[^a-z0-9])(btc|bitcoin|bch|ltc|litecoin|dash|doge|dogecoin|zec|zcash|vtc|dgb|digibyte|eth|etc|nmc|ppc|grs|btg)(?:[^a-z0-9]|$)/i

const COINS: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  litecoin: 'LTC',
  dogecoin: 'DOGE',
  zcash: 'ZEC',
  digibyte: 'DGB',
}

/** The coin that the name of the file names; undefined where it names none. */
export function coinInName({ fileName }: Sheet): string | undefined {
  const name = fileName.toLowerCase()
  if (/electron[-_ ]?cash/.test(name)) return 'BCH'
  const found = NAMED.exec(name)?.[1]
  return found === undefined ? undefined : (COINS[found] ?? found.toUpperCase())
}

/** An amount of the coin that the name of the file names, else of bitcoin. */
export function inNamedCoin(amount: string): ReadLeg {
  return (row, sheet) => inAsset(amount, coinInName(sheet) ?? 'BTC')(row, sheet)
}

/** The note on a file of a wallet that names its coin nowhere. */
export function assumesBitcoin(sheet: Sheet): string | undefined {
  return coinInName(sheet) === undefined
    ? 'Neither the file nor its name says which coin the wallet holds: it is read as BTC'
    : undefined
}
