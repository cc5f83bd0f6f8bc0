import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyKnown } from '../../client/search.ts'
import { calculationId } from '../../client/search-values.ts'
import { customerRoute } from '../../shell/layout-routes.tsx'

const manifestRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/tax/manifest',
  validateSearch: onlyKnown((search: Record<string, unknown>): { id?: string } => {
    const id = calculationId(search['id'])
    return id === undefined ? {} : { id }
  }),
  component: lazyRouteComponent(() => import('./ManifestPage.tsx'), 'ManifestPage'),
})

export const manifestsRoutes = [manifestRoute] as const
