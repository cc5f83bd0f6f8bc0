import type { ProviderName } from '@lotbook/sources'
import { demonstrationProviders } from './demonstration.ts'
import { madeUpCloses } from './made-up-closes.ts'
import { priceHandlers } from './price-handlers.ts'
import type { ProviderHandler } from './serve.ts'

/** Every provider that can be spoken for, for `npm run providers`. A new one adds its line to the demonstration. */
export function allHandlers(now: Date): Partial<Record<ProviderName, ProviderHandler>> {
  const prices = priceHandlers(madeUpCloses(now))
  // Prices are asked for in public, an account is not.
  const kraken: ProviderHandler = (call) => {
    const { kraken: answer } = call.path.startsWith('/0/public/') ? prices : demonstrationProviders
    return answer?.(call) ?? { status: 404 }
  }
  return {
    ...prices,
    ...demonstrationProviders,
    kraken,
  }
}
