import type { ProviderName } from '@lotbook/sources'
import { demonstrationProviders } from './demonstration.ts'
import { madeUpCloses } from './made-up-closes.ts'
import { priceHandlers } from './price-handlers.ts'
import type { ProviderHandler } from './serve.ts'

/** Every provider that can be spoken for, for `npm run providers`. A new one adds its line to the demonstration. */
export function allHandlers(now: Date): Partial<Record<ProviderName, ProviderHandler>> {
  const prices = priceHandlers(madeUpCloses(now))
  const { kraken } = demonstrationProviders
  return {
    ...prices,
    ...demonstrationProviders,
    // Prices are asked for in public, an account is not.
    kraken: (call) =>
      (call.path.startsWith('/0/public/') ? prices.kraken : kraken)?.(call) ?? { status: 404 },
  }
}
