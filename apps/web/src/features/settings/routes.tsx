import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'

const settingsTaxRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsTax,
  component: lazyRouteComponent(() => import('./TaxSettingsPage.tsx'), 'TaxSettingsPage'),
})

const notificationsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsNotifications,
  component: lazyRouteComponent(() => import('./NotificationsPage.tsx'), 'NotificationsPage'),
})

export const settingsRoutes = [settingsTaxRoute, notificationsRoute] as const
