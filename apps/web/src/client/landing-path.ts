import { paths } from '@lotbook/contract'

export interface Landing {
  readonly roles: readonly string[]
  readonly onboarded: boolean
  /** The imports path kept by this browser. */
  readonly importsPath: string | null
  readonly hasTransactions: boolean
}

export const ONBOARDING_STEP_1 = '/onboarding/step-1'
export const WALLETS = '/wallets'
export const ADMIN = '/admin'

/**
 * The first screen after signing in. A professional: their dashboard. Onboarded: the wallets page if this browser uses
 * it, the imports when there are transactions, else home. Everyone else: the first step of onboarding, which asks who one
 * is and where one files.
 */
export function landingPath(landing: Landing): string {
  return landing.onboarded && landing.importsPath === WALLETS && !landing.roles.includes('cpa')
    ? WALLETS
    : onboardingPath(landing)
}

/** The screen of who comes to the onboarding: the first step until it is through, then the imports or home (R4.49 to R4.52). */
export function onboardingPath({ roles, onboarded, hasTransactions }: Omit<Landing, 'importsPath'>): string {
  if (roles.includes('cpa')) return paths.taxProDashboard
  // An admin has no history of their own to begin with.
  if (roles.includes('admin') && !roles.includes('customer')) return ADMIN
  if (!onboarded) return ONBOARDING_STEP_1
  return hasTransactions ? paths.imports : paths.home
}

/** The nearest screen to a wanted one, among those this build has. */
export function nearestPath(wanted: string, isRegistered: (path: string) => boolean): string {
  if (isRegistered(wanted)) return wanted
  const instead = INSTEAD[wanted] ?? [paths.dashboard, paths.imports, paths.settingsProfile]
  return instead.find(isRegistered) ?? paths.logIn
}

const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  [WALLETS]: [paths.imports],
  [paths.holdings]: [paths.transactions],
  [paths.home]: [paths.dashboard, paths.imports, paths.settingsProfile],
}
