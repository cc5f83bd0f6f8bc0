import { paths } from '@lotbook/contract'
import { landingPath, nearestPath } from './landing-path.ts'
import type { Start } from './start.ts'
import { readStored } from './stored.ts'

/** Where this person lands after signing in, among the screens there are. Never `/`, which leads here. */
export function landingOf(start: Start, isRegistered: (path: string) => boolean): string {
  const wanted = landingPath({
    roles: start.get_user_role.roles,
    onboarded: start.onboarding_flag.onboarded,
    importsPath: readStored('importsPath'),
    hasTransactions: start.import_history_exists,
  })
  return nearestPath(wanted, (path) => path !== paths.home && isRegistered(path))
}
