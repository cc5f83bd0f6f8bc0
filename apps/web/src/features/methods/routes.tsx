import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customerRoute } from '../../shell/layout-routes.tsx'
import type { MethodsSearch } from './methods-search.ts'

const methodsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/tax/methods',
  // The page reads what it says, so that the first screen does not bring that along.
  validateSearch: (search: Record<string, unknown>): MethodsSearch => search,
  component: lazyRouteComponent(() => import('./MethodsPage.tsx'), 'MethodsPage'),
})

export const methodsRoutes = [methodsRoute] as const
