import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customerRoute } from '../../shell/layout-routes.tsx'

/** Search parameters of adding an account: its source. */
export interface AddAccountSearch {
  slug?: string
  /** Preselects the upload (R2.109). */
  csv?: 'true'
  /** `fix`: the connection `sourceid` is to be set right (R2.110, R2.111). */
  action?: 'fix'
  sourceid?: string
}

const addAccountRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/imports/options',
  validateSearch: (search: Record<string, unknown>): AddAccountSearch => ({
    ...(typeof search['slug'] === 'string' ? { slug: search['slug'] } : {}),
    ...(search['csv'] === 'true' ? { csv: 'true' as const } : {}),
    ...(search['action'] === 'fix' ? { action: 'fix' as const } : {}),
    ...(typeof search['sourceid'] === 'string' ? { sourceid: search['sourceid'] } : {}),
  }),
  component: lazyRouteComponent(() => import('./AddAccountPage.tsx'), 'AddAccountPage'),
})

export const sourcesRoutes = [addAccountRoute] as const
