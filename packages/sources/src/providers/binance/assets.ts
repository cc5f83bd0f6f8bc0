import type { AssetId } from '@lotbook/journal'
import { coinOfNamesake } from '../../reading/namesakes.ts'

/** Codes of currencies that people pay with there, and of coins: a row does not say which it is. */
const OPEN_CODES: ReadonlySet<string> = new Set(['BOB', 'DOP', 'EGP', 'GEL'])
export const isOpenCode = (asset: AssetId): boolean => OPEN_CODES.has(asset)

/** The leu is traded there; Ronin goes by RONIN. */
const LEU = 'RON'

const ALIASES: Readonly<Record<string, AssetId>> = { BCHABC: 'BCH', NANO: 'XNO' }

/** The receipt of flexible savings in a coin. */
export const RECEIPT = /^LD([A-Z0-9]{3,20})$/i

/** The asset behind a coin: `LDBTC` is the receipt of flexible savings in BTC (but LDO is Lido). */
export function binanceAsset(coin: string): AssetId {
  const upper = coin.toUpperCase()
  const base = RECEIPT.exec(upper)?.[1] ?? upper
  const asset = Object.hasOwn(ALIASES, base) ? (ALIASES[base] ?? base) : base
  return asset === LEU || isOpenCode(asset) ? asset : coinOfNamesake(asset)
}
