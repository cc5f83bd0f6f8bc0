import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customerRoute } from '../../shell/layout-routes.tsx'

/** Search parameters of adding an account: its source. */
export interface AddAccountSearch {
  slug?: string
  /** Preselects the upload (R2.109); it is the only way so far. */
  csv?: 'true'
}

const addAccountRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/imports/options',
  validateSearch: (search: Record<string, unknown>): AddAccountSearch => ({
    ...(typeof search['slug'] === 'string' ? { slug: search['slug'] } : {}),
    ...(search['csv'] === 'true' ? { csv: 'true' as const } : {}),
  }),
  component: lazyRouteComponent(() => import('./AddAccountPage.tsx'), 'AddAccountPage'),
})

export const sourcesRoutes = [addAccountRoute] as const
