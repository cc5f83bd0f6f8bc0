import type { AssetId } from '@lotbook/journal'
import { coinOfNamesake } from '../../reading/namesakes.ts'

const ALIASES: Readonly<Record<string, AssetId>> = { ETH2: 'ETH', CGLD: 'CELO' }

/** The ticker that Coinbase's code goes by. */
export function coinbaseTicker(text: string): string {
  const own = text.toUpperCase()
  return ALIASES[own] ?? own
}

/** The asset bought, sold or held: money has a place of its own, and no currency that a coin shares its code with is held at Coinbase. */
export const coinbaseAsset = (text: string): AssetId => coinOfNamesake(coinbaseTicker(text))
