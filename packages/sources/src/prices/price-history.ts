import { isFiat, RATE_HOLDS_DAYS, type Instant } from '@lotbook/journal'
import { isZero, parseDecimal, zero } from '@lotbook/money'
import type { FilePrice } from './price-file-reading.ts'

const DAY = 86_400_000

/** A price of a file, and which file that is. */
export interface PriceOfFile extends FilePrice {
  readonly fileName: string
}

/**
 * Prices of several files together, as a person's own: the price that holds for an asset at a moment is the newest of the 24 hours
 * before, so that a day's price holds all day; of files that speak of one moment the later counts. The rate of a currency holds over
 * weekends and holidays, on which none is set. A price of 0 is none.
 */
export class PriceHistory {
  readonly #byAsset = new Map<string, PriceOfFile[]>()

  /** @param files in the order in which they count, the last first of all. */
  constructor(files: readonly { readonly fileName: string; readonly prices: readonly FilePrice[] }[]) {
    const kept = new Map<string, Map<Instant, PriceOfFile>>()
    for (const { fileName, prices } of files) {
      for (const price of prices) {
        if (isZero(parseDecimal(price.price) ?? zero)) continue
        const ofAsset = kept.get(price.asset) ?? new Map<Instant, PriceOfFile>()
        ofAsset.set(price.at, { ...price, fileName })
        kept.set(price.asset, ofAsset)
      }
    }
    for (const [asset, prices] of kept)
      this.#byAsset.set(
        asset,
        [...prices.values()].toSorted((a, b) => a.at - b.at),
      )
  }

  /** The price that holds for an asset at an instant; undefined where none of the last 24 hours, or days of a currency, is known. */
  at(asset: string, instant: Instant): PriceOfFile | undefined {
    const prices = this.#byAsset.get(asset) ?? []
    let [low, high] = [0, prices.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((prices[middle]?.at ?? 0) <= instant) low = middle + 1
      else high = middle
    }
    const newest = prices[low - 1]
    if (newest === undefined) return undefined
    const isHolding = newest.at > instant - DAY || (isFiat(asset) && newest.at >= firstDayOfRate(instant))
    return isHolding ? newest : undefined
  }
}

/** Begin of the earliest UTC day whose rate can hold at an instant. */
function firstDayOfRate(instant: Instant): Instant {
  return instant - (instant % DAY) - RATE_HOLDS_DAYS * DAY
}
