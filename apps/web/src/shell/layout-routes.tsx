import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { PageFailed } from './PageFailed.tsx'
import { RootLayout } from './RootLayout.tsx'
import { ShellSkeleton } from './ShellSkeleton.tsx'
import { toApiError } from '../client/api-error.ts'
import { nearestPath, ONBOARDING_STEP_1 } from '../client/landing-path.ts'
import { leaveEndedBooks } from '../client/ended-books.ts'
import { signInPath } from '../client/redirect.ts'
import { type Start, startQuery } from '../client/start.ts'
import { actsAsCustomer, isOnlyProfessional } from '../client/user.ts'

/** Context of every route. */
export interface RouterContext {
  readonly client: QueryClient
  /** Whether this build has a screen at a path. */
  readonly isRegistered: (path: string) => boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Set on screens that are not in the menus, to name them in the command menu. */
    readonly name?: string
  }
}

/** The root of all routes. `explain` opens the Explain panel over any screen. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: (search: Record<string, unknown>): { explain?: string } =>
    typeof search['explain'] === 'string' ? { explain: search['explain'] } : {},
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
  errorComponent: PageFailed,
})

/** Screens for anybody, under the logged-out navigation. */
export const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyRouteComponent(() => import('./PublicLayout.tsx'), 'PublicLayout'),
})

/** Everything that needs a session. The shell's outline shows until it is known whose it is (R4.75). */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: ShellSkeleton,
  beforeLoad: async ({ context, location }): Promise<{ start: Start }> => {
    try {
      return { start: await context.client.ensureQueryData(startQuery) }
    } catch (thrown) {
      const { code } = toApiError(thrown)
      if (code === 'second_factor_required') throw redirect({ href: `${paths.logIn}?step=code` })
      // The books that one looked at no longer open: back to one's own pages (R4.76).
      if (code === 'forbidden') await leaveEndedBooks()
      if (code === 'not_signed_in') throw redirect({ href: signInPath(location.href) })
      throw thrown
    }
  },
})

/** The start card: signed in, but without the navigation of someone who has chosen what they are. */
export const beginningRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'beginning',
  component: lazyRouteComponent(() => import('./PublicLayout.tsx'), 'BeginningLayout'),
})

/** Screens in the shell, for whoever has a role; anyone else sees the fallback. */
export const shellRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./AppShell.tsx'), 'AppShell'),
})

/** The customer's screens; who is only a professional goes to their own (R6.10), who is not onboarded to step 1 (R4.49). */
export const customerRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'customer',
  beforeLoad: ({ context, location }) =>
    guardCustomer(context.start, location.pathname, context.isRegistered),
})

/** Leads away from a customer's screen whoever it is not for, or not yet. */
export function guardCustomer(
  { get_user_role: user, onboarding_flag }: Start,
  pathname: string,
  isRegistered: RouterContext['isRegistered'],
): void {
  const isBegun = onboarding_flag.onboarded || user.viewing !== null
  if (user.roles.includes('customer') && !isBegun && pathname !== ONBOARDING_STEP_1) {
    throw redirect({ href: ONBOARDING_STEP_1 })
  }
  if (isOnlyProfessional(user) && !actsAsCustomer(user)) {
    throw redirect({ href: nearestPath(paths.taxProDashboard, isRegistered) })
  }
}

/** The professional's screens; who is only a customer goes to the dashboard (R6.11). */
export const taxProRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'tax-pro',
  beforeLoad: ({ context }) => {
    const { roles } = context.start.get_user_role
    if (!roles.includes('cpa') && !roles.includes('admin')) {
      throw redirect({ href: nearestPath(paths.dashboard, context.isRegistered) })
    }
  },
})

/** Settings that a customer and a professional share. */
export const accountRoute = createRoute({ getParentRoute: () => shellRoute, id: 'account' })
