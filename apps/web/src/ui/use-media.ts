import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, and again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** The flag that tells a phone: narrower than 768 px (R9.25). */
export function useIsMobile(): boolean {
  return useMedia('(max-width: 767.98px)')
}
