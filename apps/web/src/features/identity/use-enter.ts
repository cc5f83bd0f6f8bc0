import { useRouter } from '@tanstack/react-router'
import { enterPath } from '../../client/landing.ts'
import { forgetDraftsOfOthers } from '../../client/draft.ts'
import { useRefreshStart } from '../../client/start.ts'

/** Go in, once the session is open: to where one was going, or to where one's screens begin. */
export function useEnter(): (redirect?: string) => Promise<void> {
  const router = useRouter()
  const refresh = useRefreshStart()
  return async (redirect) => {
    const start = await refresh()
    forgetDraftsOfOthers(start.get_user_role.id)
    router.history.push(enterPath(start, redirect, router.options.context.isRegistered))
  }
}
