import type { AllocationPart, HoldingsTotals } from '@lotbook/contract'
import { formatDecimal, plus, sum, type Decimal } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { heldAssets, type GainByTerm, type Held, type HeldAsset } from './held-assets.ts'

/** What a customer holds in a few figures, for screens that are not about holdings. */
export interface HoldingsSummary {
  readonly currency: string
  readonly totals: HoldingsTotals
  /** The largest assets and all others together; shares are parts of `totals.value`. */
  readonly allocation: readonly AllocationPart[]
  /** By account; of null in the one pool of all. What has no price is in no value. */
  readonly accounts: readonly {
    readonly account: string | null
    readonly value: string
    /** Of what has a price; null where no calculation knows it. */
    readonly basis: string | null
    readonly assets: number
    readonly unpriced: number
  }[]
}

/** The totals of what a customer holds at a moment, whole and per account, with the assets that most of it is in. */
export async function holdingsTotals(tx: Tx, userId: string, at: Date): Promise<HoldingsSummary> {
  const held = await heldAssets(tx, userId, at)
  return {
    currency: held.currency,
    totals: totalsOf(held),
    allocation: allocationOf(held.assets),
    accounts: accountTotals(held.assets),
  }
}

export function totalsOf({ assets, calculation }: Held): HoldingsTotals {
  const priced = assets.filter(({ price }) => price !== null)
  const isCalculated = calculation !== null
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
  }
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

function accountTotals(assets: readonly HeldAsset[]): HoldingsSummary['accounts'] {
  const parts = Map.groupBy(
    assets.flatMap((asset) => asset.parts),
    ({ account }) => account,
  )
  return [...parts].map(([account, held]) => {
    const priced = held.filter(({ value }) => value !== null)
    const isKnown = held.every(({ lots }) => lots !== null)
    return {
      account,
      value: formatDecimal(sum(priced.map(({ value }) => value!))),
      basis: isKnown ? formatDecimal(sum(priced.map(({ lots }) => lots!.basis))) : null,
      assets: held.length,
      unpriced: held.length - priced.length,
    }
  })
}
