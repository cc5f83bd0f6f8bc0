import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { accountRoute } from '../../shell/layout-routes.tsx'

const historyRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: paths.settingsHistory,
  component: lazyRouteComponent(() => import('./HistoryPage.tsx'), 'HistoryPage'),
})

export const settingChangesRoutes = [historyRoute] as const
