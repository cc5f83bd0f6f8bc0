import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textsOf } from '../../client/search.ts'
import { customerRoute } from '../../shell/layout-routes.tsx'
import type { LinesSearch } from './lines-search.ts'

const brokerLinesRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/tax_filing/form_1099_da',
  validateSearch: (search: Record<string, unknown>): LinesSearch =>
    textsOf(search, ['year', 'outcome', 'line', 'enter']),
  component: lazyRouteComponent(() => import('./BrokerLinesPage.tsx'), 'BrokerLinesPage'),
})

export const brokerFormRoutes = [brokerLinesRoute] as const
