import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { onlyKnown } from '../../client/search.ts'
import { calculationId, yearOf } from '../../client/search-values.ts'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { type OneYearSearch, oneYearSearch } from './one-year-search.ts'

const taxRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.tax,
  validateSearch: onlyKnown((search: Record<string, unknown>): { year?: number } => {
    const year = yearOf(search['year'])
    return year === undefined ? {} : { year }
  }),
  component: lazyRouteComponent(() => import('./TaxPage.tsx'), 'TaxPage'),
})

const taxCalculationRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/tax-calculation',
  validateSearch: onlyKnown((search: Record<string, unknown>): { traceId?: string } => {
    const traceId = calculationId(search['traceId'])
    return traceId === undefined ? {} : { traceId }
  }),
  component: lazyRouteComponent(() => import('./TaxCalculationPage.tsx'), 'TaxCalculationPage'),
})

const oneYearRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/one_year',
  validateSearch: onlyKnown<OneYearSearch>(oneYearSearch),
  component: lazyRouteComponent(() => import('./OneYearPage.tsx'), 'OneYearPage'),
})

export const taxRoutes = [taxRoute, taxCalculationRoute, oneYearRoute] as const
