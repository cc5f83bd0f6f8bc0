import type { FilePrice, PriceFileReading, PriceProblem } from './price-file-reading.ts'

/** Prices of one file, by asset and moment: the first counts, the same again is no news, and another is a problem of its row. */
export class OnePriceEach {
  readonly #kept = new Map<string, FilePrice>()

  /** @returns what is wrong with it, where it is not kept for another that was before. */
  add(price: FilePrice): PriceProblem | undefined {
    const key = `${price.asset}\n${price.at}`
    const before = this.#kept.get(key)
    if (before === undefined) this.#kept.set(key, price)
    if (before === undefined || before.price === price.price) return undefined
    return {
      line: price.line,
      column: price.column,
      value: price.price,
      message: `Line ${before.line} gives another price for the same moment.`,
    }
  }

  get size(): number {
    return this.#kept.size
  }

  get prices(): FilePrice[] {
    return [...this.#kept.values()]
  }
}

/** The prices of a file once names that mean one asset are known: two names of one asset are as one name that is there twice. */
export function pricesMeant(
  { prices, problems }: Extract<PriceFileReading, { outcome: 'prices' }>,
  meant: (asset: string) => string,
): { readonly prices: readonly FilePrice[]; readonly problems: readonly PriceProblem[] } {
  const kept = new OnePriceEach()
  const repeats = prices.flatMap((price) => kept.add({ ...price, asset: meant(price.asset) }) ?? [])
  return { prices: kept.prices, problems: [...problems, ...repeats].toSorted((a, b) => a.line - b.line) }
}
