import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customerRoute } from '../../shell/layout-routes.tsx'

const taxFilingRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/tax_filing',
  validateSearch: (search: Record<string, unknown>): { year?: string } => {
    const { year } = search
    return typeof year === 'string' && /^20\d\d$/.test(year) ? { year } : {}
  },
  component: lazyRouteComponent(() => import('./TaxFilingPage.tsx'), 'TaxFilingPage'),
})

export const filingRoutes = [taxFilingRoute] as const
