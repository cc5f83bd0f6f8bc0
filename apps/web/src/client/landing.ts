import { landingPath, nearestPath } from './landing-path.ts'
import { safeReturnPath } from './redirect.ts'
import type { Start } from './start.ts'
import { readStored } from './stored.ts'

/** Where this person lands after signing in, among the screens there are. */
export function landingOf(start: Start, isRegistered: (path: string) => boolean): string {
  const { roles, viewing } = start.get_user_role
  const wanted = landingPath({
    // Who looks at a client is among the client's screens.
    roles: viewing === null ? roles : ['customer'],
    onboarded: start.onboarding_flag.onboarded,
    importsPath: readStored('importsPath'),
    hasTransactions: start.import_history_exists,
  })
  return nearestPath(wanted, isRegistered)
}

/** Where somebody goes once they are in: to where they were going, if they may see a screen at all, or where they land. */
export function enterPath(
  start: Start,
  wanted: string | undefined,
  isRegistered: (path: string) => boolean,
): string {
  const canReturn = start.get_user_role.roles.length > 0
  return (canReturn ? safeReturnPath(wanted, isRegistered) : undefined) ?? landingOf(start, isRegistered)
}
