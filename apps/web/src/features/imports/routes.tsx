import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { errorLogSearch, importsSearch } from './imports-search.ts'

const importsPage = lazyRouteComponent(() => import('./ImportsPage.tsx'), 'ImportsPage')

const importsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.imports,
  validateSearch: importsSearch,
  component: importsPage,
})

const transactionSourcesRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.transactionSources,
  validateSearch: importsSearch,
  component: importsPage,
})

const csvsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.importCsvs,
  component: lazyRouteComponent(() => import('./CsvsPage.tsx'), 'CsvsPage'),
})

const errorLogsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/error-logs',
  validateSearch: errorLogSearch,
  component: lazyRouteComponent(() => import('./ErrorLogPage.tsx'), 'ErrorLogPage'),
})

export const importsRoutes = [importsRoute, transactionSourcesRoute, csvsRoute, errorLogsRoute] as const
