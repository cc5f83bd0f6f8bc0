import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { onlyKnown } from '../../client/search.ts'
import { calculationId, type CompareSearch, compareSearch } from './compare-search.ts'
import type { SafeHarborSearch } from './safe-harbor/safe-harbor-search.ts'
import type { MethodsSearch } from './methods-search.ts'
import { type OneYearSearch, oneYearSearch, yearOf } from './one-year-search.ts'

const taxRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.tax,
  validateSearch: onlyKnown((search: Record<string, unknown>): { year?: number } => {
    const year = yearOf(search['year'])
    return year === undefined ? {} : { year }
  }),
  component: lazyRouteComponent(() => import('./TaxPage.tsx'), 'TaxPage'),
})

const methodsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/tax/methods',
  // The page reads what it says, so that the first screen does not bring that along.
  validateSearch: (search: Record<string, unknown>): MethodsSearch => search,
  component: lazyRouteComponent(() => import('./MethodsPage.tsx'), 'MethodsPage'),
})

const safeHarborRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.safeHarbor,
  validateSearch: (search: Record<string, unknown>): SafeHarborSearch => search,
  component: lazyRouteComponent(() => import('./safe-harbor/SafeHarborPage.tsx'), 'SafeHarborPage'),
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

const compareRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.compareCalculations,
  validateSearch: onlyKnown<CompareSearch>(compareSearch),
  component: lazyRouteComponent(() => import('./ComparePage.tsx'), 'ComparePage'),
})

const manifestRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/tax/manifest',
  validateSearch: onlyKnown((search: Record<string, unknown>): { id?: string } => {
    const id = calculationId(search['id'])
    return id === undefined ? {} : { id }
  }),
  component: lazyRouteComponent(() => import('./ManifestPage.tsx'), 'ManifestPage'),
})

const settingsTaxRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsTax,
  component: lazyRouteComponent(() => import('./TaxSettingsPage.tsx'), 'TaxSettingsPage'),
})

const settingsTreatmentsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsTreatments,
  validateSearch: (search: Record<string, unknown>): MethodsSearch => search,
  component: lazyRouteComponent(() => import('./TreatmentsPage.tsx'), 'TreatmentsPage'),
})

export const taxRoutes = [
  taxRoute,
  methodsRoute,
  safeHarborRoute,
  taxCalculationRoute,
  oneYearRoute,
  compareRoute,
  manifestRoute,
  settingsTaxRoute,
  settingsTreatmentsRoute,
] as const
