import { Suspense } from 'react'
import { useStart } from '../../client/start.ts'
import { ImportStep } from './ImportStep.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const GetStartedPage = lazyPart(async () => (await import('../identity/GetStartedPage.tsx')).GetStartedPage)

/** The first step: who one is and where one files, asked once; then the import. */
export function FirstStep() {
  const { get_user_role, onboarding_flag } = useStart()
  if (onboarding_flag.onboarded || get_user_role.viewing !== null) return <ImportStep />
  return (
    <Suspense>
      <GetStartedPage />
    </Suspense>
  )
}
