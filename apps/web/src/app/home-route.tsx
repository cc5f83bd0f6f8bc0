import { createRoute, lazyRouteComponent, redirect, useRouteContext } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { landingOf } from '../client/landing.ts'
import { startIfSignedIn } from '../client/start.ts'
import { rootRoute } from '../shell/layout-routes.tsx'
import { ShellSkeleton } from '../shell/ShellSkeleton.tsx'

const CustomersHome = lazyRouteComponent(() => import('./CustomersHome.tsx'), 'CustomersHome')
const LandingPage = lazyRouteComponent(() => import('../features/landing/LandingPage.tsx'), 'LandingPage')

/**
 * `/`: the first page for who is not signed in, home for a customer without history; anyone else is led on to where their
 * screens begin. It stands beside the routes that ask for a session, since it asks for none.
 */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.home,
  // Most are led on in a moment: until then nothing is drawn that a visitor would see vanish.
  pendingMs: 300,
  pendingComponent: ShellSkeleton,
  beforeLoad: async ({ context }): Promise<{ isVisitor: boolean }> => {
    const start = await startIfSignedIn(context.client)
    if (start === undefined) return { isVisitor: true }
    const landing = landingOf(start, context.isRegistered)
    if (landing !== paths.home) throw redirect({ href: landing })
    return { isVisitor: false }
  },
  component: Home,
})

function Home() {
  return useRouteContext({ from: paths.home, select: ({ isVisitor }) => isVisitor }) ? (
    <LandingPage />
  ) : (
    <CustomersHome />
  )
}
