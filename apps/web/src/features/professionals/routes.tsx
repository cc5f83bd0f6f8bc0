import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { textsOf } from '../../client/search.ts'
import { beginningRoute, customerRoute, taxProRoute } from '../../shell/layout-routes.tsx'

type Search = Record<string, unknown>

const acceptInvitationRoute = createRoute({
  getParentRoute: () => beginningRoute,
  path: '/accept_invitation',
  validateSearch: (search: Search): { token?: string } => textsOf(search, ['token']),
  component: lazyRouteComponent(() => import('./AcceptInvitationPage.tsx'), 'AcceptInvitationPage'),
})

const workWithTaxProRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/work_with_tax_pro',
  component: lazyRouteComponent(() => import('./WorkWithTaxProPage.tsx'), 'WorkWithTaxProPage'),
})

/** The list of clients; `ended` says that the books that one looked at no longer open. */
const dashboardRoute = createRoute({
  getParentRoute: () => taxProRoute,
  path: paths.taxProDashboard,
  validateSearch: (search: Search): { year?: string; state?: string; kind?: string; ended?: string } =>
    textsOf(search, ['year', 'state', 'kind', 'ended']),
  component: lazyRouteComponent(() => import('./ClientsPage.tsx'), 'ClientsPage'),
})

const viewCustomerRoute = createRoute({
  getParentRoute: () => taxProRoute,
  path: '/tax_pro/view_customer',
  validateSearch: (search: Search): { id?: string; year?: string; part?: string } =>
    textsOf(search, ['id', 'year', 'part']),
  component: lazyRouteComponent(() => import('./ClientPage.tsx'), 'ClientPage'),
})

export const invitationRoutes = [acceptInvitationRoute] as const
export const workWithTaxProRoutes = [workWithTaxProRoute] as const
export const clientRoutes = [dashboardRoute, viewCustomerRoute] as const
