import type { ProviderName } from '@lotbook/sources'
import { madeUpCloses } from './made-up-closes.ts'
import { priceHandlers } from './price-handlers.ts'
import type { ProviderHandler } from './serve.ts'

/** Every provider that can be spoken for, for `npm run providers`. A new one adds its line. */
export function allHandlers(now: Date): Partial<Record<ProviderName, ProviderHandler>> {
  return { ...priceHandlers(madeUpCloses(now)) }
}
