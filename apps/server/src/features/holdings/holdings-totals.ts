import type { AllocationPart, HoldingsTotals } from '@lotbook/contract'
import { formatDecimal, isZero, plus, sum, type Decimal } from '@lotbook/money'
import { type GainByTerm, type Held, type HeldAsset } from './held-assets.ts'

export function totalsOf({ assets, isCalculated }: Held): HoldingsTotals {
  const priced = assets.filter(({ price }) => price !== null)
  const added = (of: (asset: HeldAsset) => Decimal | null) =>
    sum(priced.flatMap((asset) => (of(asset) === null ? [] : [of(asset) as Decimal])))
  return {
    value: formatDecimal(added(({ value }) => value)),
    basis: isCalculated ? formatDecimal(added(({ basis }) => basis)) : null,
    gain: isCalculated
      ? gainText({
          long: added(({ gain }) => gain?.long ?? null),
          short: added(({ gain }) => gain?.short ?? null),
        })
      : null,
    long_value: isCalculated ? formatDecimal(added(({ longValue }) => longValue)) : null,
    lots: isCalculated ? assets.reduce((count, { lots }) => count + (lots ?? 0), 0) : null,
    accounts: new Set(assets.flatMap(({ parts }) => parts.flatMap(({ account }) => account ?? []))).size,
    unpriced: assets.length - priced.length,
    assumed: priced.filter(({ assumed }) => assumed !== null && !isZero(assumed)).length,
    oldest_price: oldestPrice(priced),
  }
}

function oldestPrice(assets: readonly HeldAsset[]): HoldingsTotals['oldest_price'] {
  const [oldest] = assets
    .flatMap(({ symbol, price }) => (price === null ? [] : [{ symbol, at: price.at }]))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return oldest === undefined ? null : { symbol: oldest.symbol, at: oldest.at.toISOString() }
}

export function gainText({ long, short }: GainByTerm) {
  return {
    long: formatDecimal(long),
    short: formatDecimal(short),
    total: formatDecimal(plus(long, short)),
  }
}

/** So many assets have a part of their own. */
const LARGEST = 5

/** The largest assets by value, and all others as one. Assets are in the order of their value. */
export function allocationOf(assets: readonly HeldAsset[]): AllocationPart[] {
  const worth = assets.filter(({ value }) => value !== null && value.units > 0n)
  const others = worth.slice(LARGEST)
  const parts = worth.slice(0, LARGEST).map(({ asset, symbol, value, longValue }): AllocationPart => ({
    asset,
    symbol,
    assets: 1,
    value: formatDecimal(value!),
    long_value: longValue === null ? null : formatDecimal(longValue),
  }))
  if (others.length === 0) return parts
  const isKnown = others.every(({ longValue }) => longValue !== null)
  return [
    ...parts,
    {
      asset: null,
      symbol: 'Other',
      assets: others.length,
      value: formatDecimal(sum(others.map(({ value }) => value!))),
      long_value: isKnown ? formatDecimal(sum(others.map(({ longValue }) => longValue!))) : null,
    },
  ]
}
