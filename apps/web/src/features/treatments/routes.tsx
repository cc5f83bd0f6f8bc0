import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import type { EstimateSearch } from '../what-if/estimate-search.ts'

const settingsTreatmentsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsTreatments,
  validateSearch: (search: Record<string, unknown>): EstimateSearch => search,
  component: lazyRouteComponent(() => import('./TreatmentsPage.tsx'), 'TreatmentsPage'),
})

export const treatmentsRoutes = [settingsTreatmentsRoute] as const
