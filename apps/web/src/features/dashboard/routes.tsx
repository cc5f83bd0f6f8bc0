import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { onlyKnown } from '../../client/search.ts'
import { yearOf } from '../../client/search-values.ts'
import { customerRoute } from '../../shell/layout-routes.tsx'

const dashboardRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.dashboard,
  validateSearch: onlyKnown((search: Record<string, unknown>): { year?: number } => {
    const year = yearOf(search['year'])
    return year === undefined ? {} : { year }
  }),
  component: lazyRouteComponent(() => import('./DashboardPage.tsx'), 'DashboardPage'),
})

export const dashboardRoutes = [dashboardRoute] as const
