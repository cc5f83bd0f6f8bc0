import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { beginningRoute, customerRoute, taxProRoute } from '../../shell/layout-routes.tsx'

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const acceptInvitationRoute = createRoute({
  getParentRoute: () => beginningRoute,
  path: '/accept_invitation',
  validateSearch: (search: Record<string, unknown>): { token?: string } => {
    const token = text(search['token'])
    return token === undefined ? {} : { token }
  },
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
  validateSearch: (
    search: Record<string, unknown>,
  ): { year?: string; state?: string; kind?: string; ended?: 'true' } => {
    const [year, state, kind] = [text(search['year']), text(search['state']), text(search['kind'])]
    return {
      ...(year === undefined ? {} : { year }),
      ...(state === undefined ? {} : { state }),
      ...(kind === undefined ? {} : { kind }),
      ...(search['ended'] === 'true' ? { ended: 'true' as const } : {}),
    }
  },
  component: lazyRouteComponent(() => import('./ClientsPage.tsx'), 'ClientsPage'),
})

const viewCustomerRoute = createRoute({
  getParentRoute: () => taxProRoute,
  path: '/tax_pro/view_customer',
  validateSearch: (search: Record<string, unknown>): { id?: string; year?: string } => {
    const [id, year] = [text(search['id']), text(search['year'])]
    return { ...(id === undefined ? {} : { id }), ...(year === undefined ? {} : { year }) }
  },
  component: lazyRouteComponent(() => import('./ClientPage.tsx'), 'ClientPage'),
})

export const invitationRoutes = [acceptInvitationRoute] as const
export const workWithTaxProRoutes = [workWithTaxProRoute] as const
export const clientRoutes = [dashboardRoute, viewCustomerRoute] as const
