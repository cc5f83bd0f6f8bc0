import { binancePrices } from './binance.ts'
import { coinbaseExchangePrices } from './coinbase-exchange.ts'
import { defillamaPrices } from './defillama.ts'
import { ecbPrices } from './ecb.ts'
import { krakenPrices } from './kraken.ts'
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
