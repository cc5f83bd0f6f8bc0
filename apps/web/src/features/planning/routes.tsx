import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import type { EstimateSearch } from '../what-if/estimate-search.ts'

const planRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.plan,
  // The page reads what it says, so that the first screen does not bring that along.
  validateSearch: (search: Record<string, unknown>): EstimateSearch => search,
  component: lazyRouteComponent(() => import('./PlanPage.tsx'), 'PlanPage'),
})

export const planningRoutes = [planRoute] as const
