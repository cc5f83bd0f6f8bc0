import { messages, paths } from '@lotbook/contract'
import type { UserRole } from '@lotbook/contract'
import { isOnlyProfessional } from '../client/user.ts'

export interface AccountFacts {
  readonly user: Pick<UserRole, 'roles' | 'viewing'>
  readonly supportUrl: string | undefined
  readonly isRegistered: (path: string) => boolean
}

const BILLING = '/settings/billing-history'

/** The ways of the account menu, above Sign Out. */
export function accountItems({ user, supportUrl, isRegistered }: AccountFacts) {
  const settings = isOnlyProfessional(user) ? paths.taxProProfile : paths.settingsProfile
  const items = [
    { label: messages.nav.settings, to: settings },
    ...(user.roles.includes('customer') ? [{ label: messages.nav.billing, to: BILLING }] : []),
    ...(supportUrl === undefined ? [] : [{ label: messages.nav.support, to: supportUrl }]),
  ]
  return items.filter(({ to }) => to.startsWith('https:') || isRegistered(to))
}
