import { useQueryClient } from '@tanstack/react-query'
import { lazyRouteComponent, Outlet, useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { paths } from '@lotbook/contract'
import { ONBOARDING_STEP_1 } from '../client/landing-path.ts'
import { connectNotifications } from '../client/notifications.ts'
import { type ShellSlot, useSlots } from '../client/slots.ts'
import { type Start, useStart } from '../client/start.ts'
import { actsAsCustomer } from '../client/user.ts'
import { ButtonLink, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/Link.tsx'
import { Wordmark } from '../ui/Logo.tsx'
import { toastFailed } from '../ui/toast-store.ts'
import { ExplainHost } from './ExplainHost.tsx'
import { mobileBar, navigation, professionalNavigation, upgradePath } from './navigation.ts'
import { PrimaryNav } from './PrimaryNav.tsx'
import { useIsRegistered } from '../client/use-is-registered.ts'
import { useNavFacts } from './use-nav-facts.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const CommandMenu = lazyPart(async () => (await import('./CommandMenu.tsx')).CommandMenu)
const SlideInMenu = lazyPart(async () => (await import('./SlideInMenu.tsx')).SlideInMenu)
const AccountMenu = lazyPart(async () => (await import('./AccountMenu.tsx')).AccountMenu)
const ThemeMenu = lazyPart(async () => (await import('./ThemeMenu.tsx')).ThemeMenu)
const MobileBar = lazyPart(async () => (await import('./MobileBar.tsx')).MobileBar)
const Banners = lazyPart(async () => (await import('./Banners.tsx')).Banners)
const KeyboardHelp = lazyPart(async () => (await import('./KeyboardHelp.tsx')).KeyboardHelp)

const BeginningLayout = lazyRouteComponent(() => import('./PublicLayout.tsx'), 'BeginningLayout')
const Forbidden = lazyRouteComponent(() => import('./Forbidden.tsx'), 'Forbidden')

/** Around every screen of someone who is signed in: navigation, banners, live updates, keys. */
export function AppShell({ children = <Outlet /> }: { readonly children?: ReactNode }) {
  const { AmendmentNews, Bell, mobileStatus, taxControl, MasqueradeBar } = useSlots()
  const start = useStart()
  const client = useQueryClient()
  const [opened, setOpened] = useState<'help' | 'commands' | 'menu'>()
  useEffect(() => connectNotifications(client), [client])
  useShortcuts(useCallback((kind) => kind !== 'search' && setOpened(kind), []))

  const isAtStep1 = useLocation({ select: ({ pathname }) => pathname === ONBOARDING_STEP_1 })
  useFailedSettings(start)
  const facts = useNavFacts(start)
  const isCustomer = actsAsCustomer(start.get_user_role)
  const items = isCustomer
    ? navigation(facts)
    : professionalNavigation(facts, start.get_user_role.roles.includes('admin'))
  const isViewing = start.get_user_role.viewing !== null
  const close = () => setOpened(undefined)

  // Step 1 asks who one is: until that is said there is nothing to navigate to.
  if (isAtStep1 && !start.onboarding_flag.onboarded && !isViewing) {
    return <BeginningLayout />
  }
  if (start.get_user_role.roles.length === 0) return <Forbidden to={ONBOARDING_STEP_1} />
  return (
    <ExplainHost>
      {isViewing && (
        <Suspense>
          <MasqueradeBar />
        </Suspense>
      )}
      <div className={cx('flex min-h-dvh flex-col', isViewing && VIEWING_MARGIN)}>
        <header
          data-print="hide"
          className={cx(
            'sticky z-20 border-b border-line bg-surface',
            isViewing ? 'top-[78px] md:top-[38px]' : 'top-0',
          )}
        >
          <div className="flex h-14 items-center gap-2 px-4 max-[359px]:gap-1 max-[359px]:px-2 md:px-6 xl:gap-4">
            <Link
              to={paths.home}
              aria-label="Lotbook"
              className="inline-flex shrink-0 items-center rounded-control pointer-coarse:min-h-11"
            >
              <Wordmark beside />
            </Link>
            <PrimaryNav items={items} />
            <div className="ml-auto flex shrink-0 items-center gap-1 xl:gap-2">
              <IconButton
                label="Search (Ctrl K)"
                className="max-xl:hidden"
                onClick={() => setOpened('commands')}
              >
                <Search aria-hidden="true" className="size-4" />
              </IconButton>
              {isCustomer && <SlotHere slot={taxControl} />}
              <Upgrade start={start} />
              {isCustomer && !isViewing && (
                <span className="size-9 pointer-coarse:size-11">
                  <Suspense>
                    <Bell />
                  </Suspense>
                </span>
              )}
              <Suspense fallback={<span className="size-8 max-md:hidden" />}>
                <ThemeMenu className="max-md:hidden" />
              </Suspense>
              <span className="min-w-12 max-md:hidden">
                <Suspense>
                  <AccountMenu start={start} />
                </Suspense>
              </span>
              <IconButton
                label="Menu"
                aria-haspopup="dialog"
                className="md:hidden"
                onClick={() => setOpened('menu')}
              >
                <MenuIcon aria-hidden="true" className="size-5" />
              </IconButton>
            </div>
          </div>
        </header>
        <Suspense>
          <Banners start={start} />
        </Suspense>
        <main id="main" tabIndex={-1} className="flex min-w-0 grow flex-col max-md:pb-20">
          {children}
        </main>
        <Suspense>{isCustomer && <AmendmentNews />}</Suspense>
        {isCustomer && <SlotHere slot={mobileStatus} />}
        <Suspense>{isCustomer && <MobileBar items={mobileBar(facts)} />}</Suspense>
      </div>
      <Suspense>
        {opened === 'commands' && <CommandMenu start={start} items={items} onClose={close} />}
        {opened === 'menu' && <SlideInMenu items={items} start={start} onClose={close} />}
        {opened === 'help' && <KeyboardHelp isOpen onClose={close} />}
      </Suspense>
    </ExplainHost>
  )
}

/** Room for the bar above (R9.26, R9.27). */
const VIEWING_MARGIN = 'mt-[78px] md:mt-[38px]'

// R8.42: the other screens still come, with what holds for who never set anything.
function useFailedSettings({ failed }: Start) {
  const isFailed = failed.includes('setting')
  useEffect(() => {
    if (isFailed)
      toastFailed(
        'Your settings could not be loaded. Until they are, screens assume the United States and UTC.',
      )
  }, [isFailed])
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
