// oxlint-disable-next-line no-restricted-imports -- Here it is wrapped for all others.
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** A browser may notice only after a failed request that it has no network, in milliseconds. */
const NOTICED_MS = 1000

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

async function waitForNetwork(thrown: unknown): Promise<never> {
  if (navigator.onLine && !(await isToldOffline())) throw thrown
  const again = () => window.location.reload()
  if (navigator.onLine) again()
  else window.addEventListener('online', again, { once: true })
  return new Promise(() => undefined)
}

/** Whether the browser notices now that its network is gone. */
function isToldOffline(): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), NOTICED_MS)
    const onOffline = () => {
      clearTimeout(timer)
      resolve(true)
    }
    window.addEventListener('offline', onOffline, { once: true })
  })
}
