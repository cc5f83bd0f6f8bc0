import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'

const manualRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.importManual,
  component: lazyRouteComponent(() => import('./ManualPage.tsx'), 'ManualPage'),
})

export const manualEntryRoutes = [manualRoute] as const
