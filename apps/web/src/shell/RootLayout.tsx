import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { announce, announcement } from '../ui/announce.ts'
import { arrive, isFocusLost } from '../ui/arrival.ts'
import { lazyPart } from '../ui/lazy-part.ts'

// The first toast comes a moment after the first screen at the earliest.
const Toaster = lazyPart(async () => (await import('../ui/Toaster.tsx')).Toaster)

/** Around every screen: the skip link, the live region, the toasts. */
export function RootLayout() {
  useArrival()
  const said = useSyncExternalStore(announcement.subscribe, announcement.current)
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-control bg-ink px-4 py-2 text-surface focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <Outlet />
      <Suspense>
        <Toaster />
      </Suspense>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  )
}

// A change of screen is not a page load: the focus and the words that a load would bring are brought here. Another search of
// the same screen is one too where what was pressed went with the one before, as a year does.
function useArrival() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !(pathChanged || isFocusLost())) return
        arrive()
        announce(document.title)
      }),
    [router],
  )
}
