import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messages, paths } from '@lotbook/contract'
import { useStart } from '../client/start.ts'
import { isOnlyProfessional } from '../client/user.ts'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/Link.tsx'
import { Page } from '../ui/Page.tsx'
import { useCurrentInSight } from '../ui/use-current-in-sight.ts'
import { useIsRegistered } from '../client/use-is-registered.ts'

/** A screen of the settings, with the way to its sisters. */
export function SettingsPage({ title, children }: { title: string; children: ReactNode }) {
  const { pathname, hash } = useLocation()
  const here = hash === '' ? pathname : `${pathname}#${hash}`
  const isRegistered = useIsRegistered()
  const nav = useCurrentInSight<HTMLElement>(here)
  const user = useStart().get_user_role
  const isCustomer = user.roles.includes('customer')
  const isProfessional = isOnlyProfessional(user)
  const sisters = [
    { label: 'Profile', to: isProfessional ? paths.taxProProfile : paths.settingsProfile, isMine: true },
    { label: 'Taxes', to: paths.settingsTax, isMine: isCustomer },
    { label: 'Treatments', to: paths.settingsTreatments, isMine: isCustomer },
    { label: 'Prices', to: paths.settingsPrices, isMine: isCustomer },
    { label: 'Rules', to: paths.settingsRules, isMine: isCustomer },
    { label: 'Export', to: paths.settingsExport, isMine: isCustomer },
    { label: 'MFA & security', to: isProfessional ? paths.taxProMfa : paths.settingsMfa, isMine: true },
    { label: 'API access', to: paths.settingsApi, isMine: isCustomer },
    { label: 'Notifications', to: paths.settingsNotifications, isMine: isCustomer },
    { label: 'History', to: paths.settingsHistory, isMine: true },
    { label: messages.nav.billing, to: '/settings/billing-history', isMine: isCustomer },
  ].filter(({ to, isMine }) => isMine && isRegistered(to))

  return (
    <Page title={title}>
      <div className="grid gap-6 lg:grid-cols-[200px_minmax(0,720px)]">
        <nav ref={nav} aria-label="Settings" className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4">
          <ul className="flex gap-1 lg:grid">
            {sisters.map(({ label, to }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={here === to ? 'page' : undefined}
                  className={cx(
                    'flex min-h-9 items-center rounded-control px-3 whitespace-nowrap pointer-coarse:min-h-11',
                    here === to
                      ? 'bg-accent-soft font-medium text-accent'
                      : 'text-ink-2 hover:bg-sunken hover:text-ink',
                  )}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 gap-6">{children}</div>
      </div>
    </Page>
  )
}
