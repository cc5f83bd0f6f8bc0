import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { type TransactionSearch, transactionSearch } from './transaction-search.ts'

const transactionsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.transactions,
  validateSearch: (search: Record<string, unknown>): TransactionSearch => transactionSearch(search),
  component: lazyRouteComponent(() => import('./TransactionsPage.tsx'), 'TransactionsPage'),
})

export const transactionsRoutes = [transactionsRoute] as const
