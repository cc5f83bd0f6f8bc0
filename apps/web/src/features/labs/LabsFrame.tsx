import { useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LABS_PERIODS, type LabsPeriod } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'

const SCREENS = [
  { to: '/labs/dashboard', name: 'Dashboard' },
  { to: '/labs/discover', name: 'Discover' },
  { to: '/labs/research-portfolios', name: 'Research portfolios' },
] as const

/** The period of the address; 24 Hours where it names none. */
export function useLabsPeriod(): LabsPeriod {
  const search = useLocation({ select: (location) => location.search }) as { period?: unknown }
  return LABS_PERIODS.find(({ value }) => value === search.period)?.value ?? LABS_PERIODS[0].value
}

/** "the last 24 hours" */
export function lastPeriod(period: LabsPeriod): string {
  const name = LABS_PERIODS.find(({ value }) => value === period)?.name ?? LABS_PERIODS[0].name
  return `the last ${name.replace(/^1 /, '').toLowerCase()}`
}

/** The head of every screen of Labs: where one is, that it is a trial, and over which period changes are told. */
export function LabsFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const period = useLabsPeriod()
  return (
    <Page
      title={`Labs: ${title}`}
      heading={
        <span className="inline-flex flex-wrap items-center gap-2">
          Labs: {title}
          <span className="rounded-control bg-accent-soft px-2 py-0.5 text-caption font-medium text-accent">
            Beta
          </span>
        </span>
      }
      summary="Prices come from this site and your own history. Nothing here changes your taxes."
      actions={<PeriodChoice />}
    >
      <nav aria-label="Labs" className="-mx-4 mb-6 flex gap-1 overflow-x-auto px-4">
        {SCREENS.map(({ to, name }) => (
          <Link
            key={to}
            to={`${to}?period=${period}`}
            aria-current={pathname === to ? 'page' : undefined}
            className={cx(
              'inline-flex h-9 items-center rounded-control px-3 whitespace-nowrap pointer-coarse:h-11',
              pathname === to ? 'bg-accent-soft font-medium' : 'text-ink-2 hover:bg-sunken',
            )}
          >
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  )
}

function PeriodChoice() {
  const router = useRouter()
  const period = useLabsPeriod()
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <div role="group" aria-label="Period" className="inline-flex rounded-control bg-sunken p-0.5">
      {LABS_PERIODS.map(({ value, name, short }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === period}
          aria-label={`${short}, ${name}`}
          title={name}
          onClick={() => router.history.replace(`${pathname}?period=${value}`)}
          className={cx(
            'h-8 min-w-12 rounded-[5px] px-3 text-table font-medium pointer-coarse:h-11',
            value === period ? 'bg-thumb shadow-control' : 'text-ink-2 hover:text-ink',
          )}
        >
          {short}
        </button>
      ))}
    </div>
  )
}
