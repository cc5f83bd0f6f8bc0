import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { onlyKnown } from '../../client/search.ts'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { type CompareSearch, compareSearch } from './compare-search.ts'

const compareRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.compareCalculations,
  validateSearch: onlyKnown<CompareSearch>(compareSearch),
  component: lazyRouteComponent(() => import('./ComparePage.tsx'), 'ComparePage'),
})

export const comparisonsRoutes = [compareRoute] as const
