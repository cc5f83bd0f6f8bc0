/** `--price BTC=65000`, any number of times: what a unit of an asset is worth, to value what is left. */
export const PRICE_OPTIONS = { price: { type: 'string', multiple: true } } as const

export const PRICE_USAGE = '[--price ASSET=USD]...'

/** The price of a unit by asset; undefined where one is not of its form. */
export function pricesOf(given: readonly string[] = []): ((asset: string) => string | undefined) | undefined {
  const read = given.map((text) => /^(.+)=(\d+(?:\.\d+)?)$/.exec(text))
  if (read.includes(null)) return undefined
  const prices = new Map(read.map((match) => [match?.[1] ?? '', match?.[2]]))
  return (asset) => prices.get(asset)
}
