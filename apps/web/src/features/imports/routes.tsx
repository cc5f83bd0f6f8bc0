import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../app/layout-routes.tsx'
import { onlyKnown } from '../../app/search.ts'

/** What the import history shows. */
export interface ImportsSearch {
  page?: number
  /** After an upload that was the first import (R2.167). */
  first_import?: 'success'
}

const MOST_PAGES = 1_000_000

const importsSearch = onlyKnown((search: Record<string, unknown>): ImportsSearch => {
  const page =
    typeof search['page'] === 'string' || typeof search['page'] === 'number' ? Number(search['page']) : 1
  return {
    ...(Number.isInteger(page) && page > 1 && page <= MOST_PAGES ? { page } : {}),
    ...(search['first_import'] === 'success' ? { first_import: 'success' as const } : {}),
  }
})

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

export const importsRoutes = [importsRoute, transactionSourcesRoute, csvsRoute] as const
