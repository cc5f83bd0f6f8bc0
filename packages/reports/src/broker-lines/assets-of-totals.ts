import type { BrokerLine } from '@lotbook/journal'

/** Tickers of coins that are pegged to the dollar: a broker may report their sales as one total (Reg. section 1.6045-1(d)(10)(ii)). */
const STABLECOINS = new Set(
  'BUSD DAI FDUSD FRAX GUSD LUSD PYUSD RLUSD TUSD USDC USDG USDP USDS USDT'.split(' '),
)

/** Whether an asset is of a kind that a broker reports in one total. NFTs are named by their collection and number, `Apes#7`. */
export function isOfTotal(asset: string, total: BrokerLine['total']): boolean {
  if (total === 'stablecoins') return STABLECOINS.has(asset)
  return total === 'nfts' && asset.includes('#')
}
