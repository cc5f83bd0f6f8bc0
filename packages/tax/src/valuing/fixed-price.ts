import { formatDecimal, parseDecimal, times } from '@lotbook/money'

/** Units that no market prices: their issuer takes them for this much money. */
const FIXED: Readonly<Record<string, { readonly price: string; readonly currency: string }>> = {
  // Kraken's fee credits.
  KFEE: { price: '0.01', currency: 'USD' },
}

/** The price of a unit whose issuer fixed it, in the customer's currency; undefined of any other, and without a rate. */
export function fixedPrice(
  asset: string,
  currency: string,
  priceOf: (asset: string) => { readonly price: string; readonly priceId: string | null } | undefined,
) {
  const fixed = Object.hasOwn(FIXED, asset) ? FIXED[asset] : undefined
  if (fixed === undefined) return undefined
  const rate = fixed.currency === currency ? { price: '1', priceId: null } : priceOf(fixed.currency)
  const [each, worth] = [parseDecimal(fixed.price), rate && parseDecimal(rate.price)]
  if (rate === undefined || each === undefined || worth === undefined) return undefined
  return { price: formatDecimal(times(each, worth)), origin: 'record', priceId: rate.priceId } as const
}
