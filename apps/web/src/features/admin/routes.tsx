import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ADMIN } from '../../client/landing-path.ts'
import { textsOf } from '../../client/search.ts'
import { shellRoute } from '../../shell/layout-routes.tsx'

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: ADMIN,
  validateSearch: (search: Record<string, unknown>): { q?: string } => textsOf(search, ['q']),
  component: lazyRouteComponent(() => import('./PeoplePage.tsx'), 'PeoplePage'),
})

export const adminRoutes = [adminRoute] as const
