import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'

const settingsTaxRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsTax,
  component: lazyRouteComponent(() => import('./TaxSettingsPage.tsx'), 'TaxSettingsPage'),
})

export const settingsRoutes = [settingsTaxRoute] as const
