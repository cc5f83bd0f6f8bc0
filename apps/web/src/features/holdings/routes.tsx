import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { onlyKnown } from '../../client/search.ts'
import { type HoldingsSearch, holdingsSearch } from './holdings-search.ts'

const holdingsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.holdings,
  validateSearch: onlyKnown<HoldingsSearch>(holdingsSearch),
  component: lazyRouteComponent(() => import('./HoldingsPage.tsx'), 'HoldingsPage'),
})

export const holdingsRoutes = [holdingsRoute] as const
