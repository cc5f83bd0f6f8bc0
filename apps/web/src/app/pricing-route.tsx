import { createRoute, lazyRouteComponent, useRouteContext } from '@tanstack/react-router'
import { plansSearch } from '../features/billing/routes.tsx'
import { startIfSignedIn } from '../client/start.ts'
import { guardCustomer, rootRoute } from '../shell/layout-routes.tsx'
import { ShellSkeleton } from '../shell/ShellSkeleton.tsx'

const CustomersPlans = lazyRouteComponent(() => import('./CustomersPlans.tsx'), 'CustomersPlans')
const VisitorsPlans = lazyRouteComponent(() => import('./VisitorsPlans.tsx'), 'VisitorsPlans')

/** `/pricing`: the plans for anybody, and for a customer those of their year. It asks for no session, as home does. */
export const pricingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pricing',
  validateSearch: plansSearch,
  pendingMs: 300,
  pendingComponent: ShellSkeleton,
  beforeLoad: async ({ context, location }): Promise<{ isVisitor: boolean }> => {
    const start = await startIfSignedIn(context.client)
    if (start !== undefined) guardCustomer(start, location.pathname, context.isRegistered)
    return { isVisitor: start === undefined }
  },
  component: Pricing,
})

function Pricing() {
  return useRouteContext({ from: '/pricing', select: ({ isVisitor }) => isVisitor }) ? (
    <VisitorsPlans />
  ) : (
    <CustomersPlans />
  )
}
