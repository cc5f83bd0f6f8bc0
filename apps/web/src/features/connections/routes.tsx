import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { returnSearch } from './return-search.ts'

const authorizeRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.authorizeCoinbase,
  validateSearch: returnSearch,
  component: lazyRouteComponent(() => import('./AuthorizeCoinbasePage.tsx'), 'AuthorizeCoinbasePage'),
})

export const connectionsRoutes = [authorizeRoute] as const
