import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '@lotbook/contract'
import { calls } from '../client/api.ts'
import { reportFault } from '../client/monitoring.ts'
import { writeStored } from '../client/stored.ts'
import { Banner } from '../ui/Banner.tsx'
import { TextLink } from '../ui/Link.tsx'

/** Explains the change of 2025 to who has basis left to allocate. Dismissed once it stays away, in this browser and on the server. */
export function SafeHarborBanner() {
  const [isClosed, setClosed] = useState(false)
  const { mutate } = useMutation({
    mutationFn: () => calls.onboarding.dismissSafeHarborBanner(),
    // It stays away in this browser; the failure is only logged (R8.43).
    onError: (thrown) => reportFault('call', thrown),
  })
  if (isClosed) return null
  return (
    <Banner
      wide
      onDismiss={() => {
        writeStored('safeHarborBannerClosed', 'true')
        setClosed(true)
        mutate()
      }}
    >
      <strong>Safe Harbor 2025.</strong> Since January 1, 2025, cost basis is tracked wallet by wallet. The
      basis left in your universal pool is not allocated yet (Rev. Proc. 2024-28).{' '}
      <TextLink to={paths.safeHarbor}>Compare allocations</TextLink>
    </Banner>
  )
}
