import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { writeStored } from '../../client/stored.ts'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { errorLogSearch, importsSearch } from './imports-search.ts'

const importsPage = lazyRouteComponent(() => import('./ImportsPage.tsx'), 'ImportsPage')

const csvsPage = lazyRouteComponent(() => import('./CsvsPage.tsx'), 'CsvsPage')

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
  component: csvsPage,
})

const errorLogsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/error-logs',
  validateSearch: errorLogSearch,
  component: lazyRouteComponent(() => import('./ErrorLogPage.tsx'), 'ErrorLogPage'),
})

const formatsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/imports/formats',
  component: csvsPage,
})

/** Who works under /compliance is led back there after an upload. */
const rememberCompliance = ({ preload }: { readonly preload: boolean }) => {
  if (!preload) writeStored('importsPath', paths.complianceHistory)
}

const complianceImportsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.complianceImports,
  validateSearch: importsSearch,
  beforeLoad: rememberCompliance,
  component: importsPage,
})

const complianceHistoryRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.complianceHistory,
  validateSearch: importsSearch,
  beforeLoad: rememberCompliance,
  component: importsPage,
})

const complianceCsvsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.complianceCsvs,
  beforeLoad: rememberCompliance,
  component: csvsPage,
})

export const importsRoutes = [
  importsRoute,
  transactionSourcesRoute,
  csvsRoute,
  formatsRoute,
  errorLogsRoute,
  complianceImportsRoute,
  complianceHistoryRoute,
  complianceCsvsRoute,
] as const
