import { binancePrices } from './binance.ts'
import { coinbaseExchangePrices } from './coinbase-exchange.ts'
import { defillamaPrices } from './defillama.ts'
import { ecbPrices } from './ecb.ts'
import { krakenPrices } from './kraken.ts'
import { type Provider, PROVIDERS } from '../../connecting/providers.ts'
import type { PriceProvider } from './price-provider.ts'

/**
 * Everybody who can be asked for prices, in the order in which they are where the operator names no other. Bitstamp is not: a business
 * needs its license for its prices.
 */
export const priceProviders: readonly PriceProvider[] = [
  coinbaseExchangePrices,
  krakenPrices,
  binancePrices,
  defillamaPrices,
  ecbPrices,
]

/** Words and a link that stand where a price is shown, as the terms of whoever gave it want; a price is kept with the provider's title. */
export function priceAttributionOf(title: string): NonNullable<Provider['attribution']> | null {
  const provider = priceProviders.find((one) => one.title === title)
  const { attribution }: Partial<Provider> = provider === undefined ? {} : PROVIDERS[provider.name]
  return attribution ?? null
}
