import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'

const apiRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsApi,
  component: lazyRouteComponent(() => import('./ApiPage.tsx'), 'ApiPage'),
})

export const accessTokenRoutes = [apiRoute] as const
