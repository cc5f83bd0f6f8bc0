import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../app/layout-routes.tsx'
import { type OneYearSearch, oneYearSearch, yearOf } from './one-year-search.ts'

const taxRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.tax,
  validateSearch: (search: Record<string, unknown>): { year?: number } => {
    const year = yearOf(search['year'])
    return year === undefined ? {} : { year }
  },
  component: lazyRouteComponent(() => import('./TaxPage.tsx'), 'TaxPage'),
})

const taxCalculationRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/tax-calculation',
  validateSearch: ({ traceId }: Record<string, unknown>): { traceId?: string } =>
    typeof traceId === 'string' && traceId !== '' ? { traceId } : {},
  component: lazyRouteComponent(() => import('./TaxCalculationPage.tsx'), 'TaxCalculationPage'),
})

const oneYearRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/one_year',
  validateSearch: (search: Record<string, unknown>): OneYearSearch => oneYearSearch(search),
  component: lazyRouteComponent(() => import('./OneYearPage.tsx'), 'OneYearPage'),
})

const settingsTaxRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsTax,
  component: lazyRouteComponent(() => import('./TaxSettingsPage.tsx'), 'TaxSettingsPage'),
})

export const taxRoutes = [taxRoute, taxCalculationRoute, oneYearRoute, settingsTaxRoute] as const
