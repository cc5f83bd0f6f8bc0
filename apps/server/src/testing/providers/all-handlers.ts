import type { ProviderName } from '@lotbook/sources'
import { demonstrationProviders } from './demonstration.ts'
import { madeUpCloses } from './made-up-closes.ts'
import { priceHandlers } from './price-handlers.ts'
import type { ProviderHandler } from './serve.ts'

/** Every provider that can be spoken for, for `npm run providers`. A new one adds its line to the demonstration. */
export function allHandlers(now: Date): Partial<Record<ProviderName, ProviderHandler>> {
  const prices = priceHandlers(madeUpCloses(now))
  // Prices are asked for in public, an account is not.
  const both = (name: 'kraken' | 'bitstamp', publicPath: string): ProviderHandler => {
    const [ofPrices, ofAccounts] = [prices[name], demonstrationProviders[name]]
    return (call) => (call.path.startsWith(publicPath) ? ofPrices : ofAccounts)?.(call) ?? { status: 404 }
  }
  return {
    ...prices,
    ...demonstrationProviders,
    kraken: both('kraken', '/0/public/'),
    bitstamp: both('bitstamp', '/api/v2/ohlc/'),
  }
}
