import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSlots } from '../client/slots.ts'
import type { Start } from '../client/start.ts'
import {
  BannerStack,
  ConnectionBanner,
  OfflineBanner,
  useIsConnectionLost,
  useIsOnline,
} from './BannerStack.tsx'
import { SafeHarborBanner } from './SafeHarborBanner.tsx'
import { showsSafeHarbor } from './shows-safe-harbor.ts'

/** The strips above the screens: what is wrong with the connection, then what waits for a person. */
export function Banners({ start }: { readonly start: Start }) {
  const { banners } = useSlots()
  const isOnline = useIsOnline()
  const isLost = useIsConnectionLost()
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <BannerStack>
      {!isOnline && <OfflineBanner />}
      {isOnline && isLost && <ConnectionBanner />}
      {showsSafeHarbor(start) && !/^.(tax|one_year)/.test(pathname) && <SafeHarborBanner />}
      {banners.map(({ Component }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is fixed
        <Suspense key={at}>
          <Component />
        </Suspense>
      ))}
    </BannerStack>
  )
}
