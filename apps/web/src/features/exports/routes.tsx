import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../app/layout-routes.tsx'

const settingsExportRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsExport,
  component: lazyRouteComponent(() => import('./ExportPage.tsx'), 'ExportPage'),
})

export const exportRoutes = [settingsExportRoute] as const
