import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../app/api.ts'
import type { Start } from '../app/start.ts'
import { readStored, writeStored } from '../app/stored.ts'
import { filesInUs } from '../app/user.ts'
import { Banner } from '../ui/Banner.tsx'

/** Whether the banner about the rules of 2025 has something to say to this person. */
export function showsSafeHarbor(start: Start): boolean {
  return (
    start.get_user_role.roles.includes('customer') &&
    filesInUs(start.setting.country_code) &&
    !start.setting.is_safe_harbor_banner_dismissed &&
    readStored('safeHarborBannerClosed') === null
  )
}

/** Explains the change of 2025. Dismissed once it stays away, in this browser and on the server. */
export function SafeHarborBanner() {
  const [isClosed, setClosed] = useState(false)
  const { mutate } = useMutation({ mutationFn: () => calls.onboarding.dismissSafeHarborBanner() })
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
      <strong>Safe Harbor 2025.</strong> From January 1, 2025 the IRS asks for cost basis wallet by wallet. If
      you used one universal pool before, its unused basis has to be allocated to your wallets (Rev. Proc.
      2024-28).
    </Banner>
  )
}
