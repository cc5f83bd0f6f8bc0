// oxlint-disable-next-line no-restricted-imports -- Here it is wrapped for all others.
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/**
 * A part of a screen whose code comes when it is first shown. Without a network it stays in its `Suspense`, and the screen around it
 * stands, until the network is back: then the page is loaded anew, since a browser answers a module that failed from memory. With a
 * network it throws what the browser threw.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(waitForNetwork) }))
}

function waitForNetwork(thrown: unknown): Promise<never> {
  if (navigator.onLine) throw thrown
  return new Promise(() => window.addEventListener('online', () => window.location.reload()))
}
