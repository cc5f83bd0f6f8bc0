import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { onlyKnown } from '../../client/search.ts'

/** What the import history shows. */
export interface ImportsSearch {
  page?: number
  /** After an upload that was the first import (R2.167). */
  first_import?: 'success'
}

/** Which import's log, and which page of it. */
export interface ErrorLogSearch {
  id?: string
  page?: number
}

const MOST_PAGES = 1_000_000

const pageOf = ({ page: told }: Record<string, unknown>): { page?: number } => {
  const page = typeof told === 'string' || typeof told === 'number' ? Number(told) : 1
  return Number.isInteger(page) && page > 1 && page <= MOST_PAGES ? { page } : {}
}

const importsSearch = onlyKnown((search: Record<string, unknown>): ImportsSearch => ({
  ...pageOf(search),
  ...(search['first_import'] === 'success' ? { first_import: 'success' as const } : {}),
}))

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
  validateSearch: onlyKnown((search: Record<string, unknown>): ErrorLogSearch => ({
    ...(typeof search['id'] === 'string' && search['id'] !== '' ? { id: search['id'] } : {}),
    ...pageOf(search),
  })),
  component: lazyRouteComponent(() => import('./ErrorLogPage.tsx'), 'ErrorLogPage'),
})

export const importsRoutes = [importsRoute, transactionSourcesRoute, csvsRoute, errorLogsRoute] as const
