import { landingPath, nearestPath } from './landing-path.ts'
import { safeReturnPath } from './redirect.ts'
import type { Start } from './start.ts'
import { readStored } from './stored.ts'

/** The first screen of this person after signing in, among the screens that this build has. */
export function landingOf(start: Start, isRegistered: (path: string) => boolean): string {
  const { roles, viewing } = start.get_user_role
  const wanted = landingPath({
    // A professional who views a client sees the client's screens.
    roles: viewing === null ? roles : ['customer'],
    onboarded: start.onboarding_flag.onboarded,
    importsPath: readStored('importsPath'),
    hasTransactions: start.import_history_exists,
  })
  return nearestPath(wanted, isRegistered)
}

/** The screen after signing in: the one that was asked for if the person has a role, else the first screen of theirs. */
export function enterPath(
  start: Start,
  wanted: string | undefined,
  isRegistered: (path: string) => boolean,
): string {
  const canReturn = start.get_user_role.roles.length > 0
  return (canReturn ? safeReturnPath(wanted, isRegistered) : undefined) ?? landingOf(start, isRegistered)
}
