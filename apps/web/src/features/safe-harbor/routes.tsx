import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import type { SafeHarborSearch } from './safe-harbor-search.ts'

const safeHarborRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.safeHarbor,
  validateSearch: (search: Record<string, unknown>): SafeHarborSearch => search,
  component: lazyRouteComponent(() => import('./SafeHarborPage.tsx'), 'SafeHarborPage'),
})

export const safeHarborRoutes = [safeHarborRoute] as const
