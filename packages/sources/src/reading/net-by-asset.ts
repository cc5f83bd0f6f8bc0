import type { AssetId } from '@lotbook/journal'
import { addAmounts, type Amount, isZeroAmount, noAmount } from './amount-text.ts'
import type { DraftLeg } from './collector.ts'

/** Legs added up per asset, in the order the assets first came; an asset that comes out even is left out. */
export function netByAsset(legs: readonly DraftLeg[]): DraftLeg[] {
  const net = new Map<AssetId, Amount>()
  for (const { asset, amount } of legs) net.set(asset, addAmounts(net.get(asset) ?? noAmount, amount))
  return [...net].flatMap(([asset, amount]) => (isZeroAmount(amount) ? [] : [{ asset, amount }]))
}
