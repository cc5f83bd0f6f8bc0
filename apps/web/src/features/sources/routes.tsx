import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { addAccountSearch } from './add-account-search.ts'

const addAccountRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/imports/options',
  validateSearch: addAccountSearch,
  component: lazyRouteComponent(() => import('./AddAccountPage.tsx'), 'AddAccountPage'),
})

export const sourcesRoutes = [addAccountRoute] as const
