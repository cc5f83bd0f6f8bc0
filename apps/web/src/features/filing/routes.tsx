import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textsOf } from '../../client/search.ts'
import { customerRoute } from '../../shell/layout-routes.tsx'

const taxFilingRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/tax_filing',
  validateSearch: (search: Record<string, unknown>): { year?: string } => textsOf(search, ['year']),
  component: lazyRouteComponent(() => import('./TaxFilingPage.tsx'), 'TaxFilingPage'),
})

export const filingRoutes = [taxFilingRoute] as const
