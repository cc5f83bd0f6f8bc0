import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { messages, paths } from '@lotbook/contract'
import { connectNotifications } from '../client/notifications.ts'
import { type ShellSlot, useSlots } from '../client/slots.ts'
import { type Start, useStart } from '../client/start.ts'
import { actsAsCustomer, isOnlyProfessional } from '../client/user.ts'
import { ButtonLink, IconButton } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Wordmark } from '../ui/Logo.tsx'
import { applyTheme } from '../ui/theme.ts'
import { accountItems, upgradePath } from './account-items.ts'
import { AccountMenu } from './AccountMenu.tsx'
import {
  BannerStack,
  ConnectionBanner,
  OfflineBanner,
  useIsConnectionLost,
  useIsOnline,
} from './BannerStack.tsx'
import { ExplainHost } from './ExplainHost.tsx'
import { Forbidden } from './Forbidden.tsx'
import type { Command } from './match-commands.ts'
import { MobileBar } from './MobileBar.tsx'
import { mobileBar, navigation } from './navigation.ts'
import { PrimaryNav } from './PrimaryNav.tsx'
import { SafeHarborBanner } from './SafeHarborBanner.tsx'
import { showsSafeHarbor } from './shows-safe-harbor.ts'
import { SlideInMenu } from './SlideInMenu.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { useIsRegistered } from '../client/use-is-registered.ts'
import { supportUrl } from '../client/support.ts'
import { useNavFacts } from './use-nav-facts.ts'
import { useSignOut } from './use-sign-out.ts'
import { useShortcuts } from './use-shortcuts.ts'

const CommandMenu = lazy(async () => ({ default: (await import('./CommandMenu.tsx')).CommandMenu }))
const KeyboardHelp = lazy(async () => ({ default: (await import('./KeyboardHelp.tsx')).KeyboardHelp }))

/** Around every screen of someone who is signed in: navigation, banners, live updates, keys. */
export function AppShell() {
  const { mobileStatus, taxControl } = useSlots()
  const start = useStart()
  const client = useQueryClient()
  const [opened, setOpened] = useState<'help' | 'commands'>()
  useEffect(() => connectNotifications(client), [client])
  useShortcuts(useCallback((kind) => kind !== 'search' && setOpened(kind), []))

  const facts = useNavFacts(start)
  const isCustomer = actsAsCustomer(start.get_user_role)
  const items = isCustomer ? navigation(facts) : []
  const commands = useCommands(
    start,
    items.flatMap((item) => item.children ?? [item]),
  )
  const close = () => setOpened(undefined)

  if (start.get_user_role.roles.length === 0) return <Forbidden to={paths.getStarted} />
  return (
    <ExplainHost>
      <div className="flex min-h-dvh flex-col">
        <header data-print="hide" className="sticky top-0 z-20 border-b border-line bg-surface">
          <div className="flex h-14 items-center gap-2 px-4 md:gap-4 md:px-6">
            <Link
              to={paths.home}
              aria-label="Lotbook"
              className="inline-flex shrink-0 items-center rounded-control pointer-coarse:min-h-11"
            >
              <Wordmark beside />
            </Link>
            <PrimaryNav items={items} />
            <div className="ml-auto flex shrink-0 items-center gap-1 md:gap-2">
              <IconButton
                label="Go to or do (Ctrl K)"
                className="max-xl:hidden"
                onClick={() => setOpened('commands')}
              >
                <Search aria-hidden="true" className="size-4" />
              </IconButton>
              {isCustomer && <SlotHere slot={taxControl} />}
              <Upgrade start={start} />
              <ThemeMenu className="max-md:hidden" />
              <span className="max-md:hidden">
                <AccountMenu start={start} />
              </span>
              <SlideInMenu items={items} start={start} />
            </div>
          </div>
        </header>
        <Banners start={start} />
        <main id="main" tabIndex={-1} className="flex min-w-0 grow flex-col max-md:pb-20">
          <Outlet />
        </main>
        {isCustomer && <SlotHere slot={mobileStatus} />}
        {isCustomer && <MobileBar items={mobileBar(facts)} />}
      </div>
      <Suspense>
        {opened === 'commands' && <CommandMenu commands={commands} onClose={close} />}
        {opened === 'help' && <KeyboardHelp isOpen onClose={close} />}
      </Suspense>
    </ExplainHost>
  )
}

// A part of the shell that a feature fills, once the screens it leads to exist.
function SlotHere({ slot: { Component, needs } }: { slot: ShellSlot }) {
  const isRegistered = useIsRegistered()
  if (!needs.every(isRegistered)) return null
  return (
    <Suspense>
      <Component />
    </Suspense>
  )
}

function Upgrade({ start }: { start: Start }) {
  const isRegistered = useIsRegistered()
  const year = start.billing_history?.current_tax_year
  if (year === undefined || !isRegistered('/pricing')) return null
  return (
    <ButtonLink className="max-lg:hidden" to={upgradePath(year)}>
      Upgrade
    </ButtonLink>
  )
}

function Banners({ start }: { start: Start }) {
  const { banners } = useSlots()
  const isOnline = useIsOnline()
  const isLost = useIsConnectionLost()
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <BannerStack>
      {!isOnline && <OfflineBanner />}
      {isOnline && isLost && <ConnectionBanner />}
      {showsSafeHarbor(start) && pathname !== paths.safeHarbor && <SafeHarborBanner />}
      {banners.map(({ Component }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is fixed
        <Component key={at} />
      ))}
    </BannerStack>
  )
}

function useCommands(
  start: Start,
  places: readonly { id: string; label: string; to: string }[],
): readonly Command[] {
  const isRegistered = useIsRegistered()
  const signOut = useSignOut()
  const account = accountItems({ user: start.get_user_role, supportUrl: supportUrl(), isRegistered })
  const more = [
    { label: 'Security', to: isOnlyProfessional(start.get_user_role) ? paths.taxProMfa : paths.settingsMfa },
    { label: messages.import.viaCsv, to: paths.importCsvs },
    { label: messages.import.manual, to: paths.importManual },
  ].filter(({ to }) => isRegistered(to))
  return [
    ...[...places, ...account, ...more].map(({ label, to }): Command => ({
      kind: 'go',
      id: `go-${to}`,
      label,
      to,
    })),
    { kind: 'do', id: 'light', label: 'Light theme', run: () => applyTheme('light') },
    { kind: 'do', id: 'dark', label: 'Dark theme', run: () => applyTheme('dark') },
    { kind: 'do', id: 'sign-out', label: messages.nav.signOut, run: signOut },
  ]
}
