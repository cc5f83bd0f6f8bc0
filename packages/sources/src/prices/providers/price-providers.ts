import { binancePrices } from './binance.ts'
import { bitstampPrices } from './bitstamp.ts'
import { coinbaseExchangePrices } from './coinbase-exchange.ts'
import { defillamaPrices } from './defillama.ts'
import { ecbPrices } from './ecb.ts'
import { krakenPrices } from './kraken.ts'
import type { PriceProvider } from './price-provider.ts'

/** Everybody who can be asked for prices, in the order in which they are where the operator names no other. */
export const priceProviders: readonly PriceProvider[] = [
  coinbaseExchangePrices,
  krakenPrices,
  bitstampPrices,
  binancePrices,
  defillamaPrices,
  ecbPrices,
]
