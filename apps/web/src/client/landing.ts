import { type Landing, landingPath, nearestPath, onboardingPath } from './landing-path.ts'
import { safeReturnPath } from './redirect.ts'
import type { Start } from './start.ts'
import { readStored } from './stored.ts'

/** The first screen of this person after signing in, among the screens that this build has. */
export function landingOf(start: Start, isRegistered: (path: string) => boolean): string {
  return nearestPath(landingPath(landingFacts(start)), isRegistered)
}

/** The screen of who comes to the onboarding. */
export function onboardingOf(start: Start, isRegistered: (path: string) => boolean): string {
  return nearestPath(onboardingPath(landingFacts(start)), isRegistered)
}

function landingFacts(start: Start): Landing {
  const { roles, viewing } = start.get_user_role
  return {
    // A professional who views a client sees the client's screens.
    roles: viewing === null ? roles : ['customer'],
    onboarded: viewing !== null || start.onboarding_flag.onboarded,
    importsPath: readStored('importsPath'),
    hasTransactions: start.import_history_exists,
  }
}

/** The screen after signing in: the one that was asked for if the person has begun, else the first screen of theirs. */
export function enterPath(
  start: Start,
  wanted: string | undefined,
  isRegistered: (path: string) => boolean,
): string {
  const canReturn = start.get_user_role.roles.length > 0
  return (canReturn ? safeReturnPath(wanted, isRegistered) : undefined) ?? landingOf(start, isRegistered)
}
