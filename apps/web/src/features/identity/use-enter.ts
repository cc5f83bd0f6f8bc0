import { useRouter } from '@tanstack/react-router'
import { landingOf } from '../../app/landing.ts'
import { safeReturnPath } from '../../app/redirect.ts'
import { useRefreshStart } from '../../app/start.ts'

/** Go in, once the session is open: to where one was going, or to where one's screens begin. */
export function useEnter(): (redirect?: string) => Promise<void> {
  const router = useRouter()
  const refresh = useRefreshStart()
  return async (redirect) => {
    const start = await refresh()
    const { isRegistered } = router.options.context
    const landing = landingOf(start, isRegistered)
    const canReturn = start.get_user_role.roles.length > 0
    router.history.push((canReturn ? safeReturnPath(redirect, isRegistered) : undefined) ?? landing)
  }
}
