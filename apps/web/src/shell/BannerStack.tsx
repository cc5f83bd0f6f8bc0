import { Children, type ReactNode, useState, useSyncExternalStore } from 'react'
import { notificationConnection } from '../client/notifications.ts'
import { Button } from '../ui/Button.tsx'
import { Banner } from '../ui/Banner.tsx'

/** Strips above a screen, the most important first: two are seen, the rest behind "+n". */
export function BannerStack({ children }: { children: ReactNode }) {
  const [isWhole, setWhole] = useState(false)
  const banners = Children.toArray(children)
  const hidden = banners.length - VISIBLE
  return (
    <>
      {isWhole ? banners : banners.slice(0, VISIBLE)}
      {hidden > 0 && !isWhole && (
        <div className="border-b border-line bg-sunken px-4 py-1 text-right">
          <Button look="quiet" size="small" onClick={() => setWhole(true)}>
            +{hidden} more
          </Button>
        </div>
      )}
    </>
  )
}

const VISIBLE = 2

/** Shown while the browser has no network. */
export function OfflineBanner() {
  return (
    <Banner tone="warn" wide>
      You're offline. Changes are disabled.
    </Banner>
  )
}

/** Shown while nothing is heard of the server's work; screens ask for it instead. */
export function ConnectionBanner() {
  return (
    <Banner tone="info" wide>
      Live updates are interrupted. Progress is checked every two seconds instead.
    </Banner>
  )
}

/** Whether messages of the server were heard and are no longer. */
export function useIsConnectionLost(): boolean {
  return useSyncExternalStore(
    notificationConnection.subscribe,
    () => notificationConnection.current() === 'lost',
  )
}

/** Whether the browser has a network. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener)
      window.addEventListener('offline', listener)
      return () => {
        window.removeEventListener('online', listener)
        window.removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
}
