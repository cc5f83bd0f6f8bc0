import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { onlyKnown } from '../../client/search.ts'
import { type PricesSearch, pricesSearch } from './prices-search.ts'

const settingsPricesRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.settingsPrices,
  validateSearch: onlyKnown<PricesSearch>(pricesSearch),
  component: lazyRouteComponent(() => import('./PricesPage.tsx'), 'PricesPage'),
})

export const pricesRoutes = [settingsPricesRoute] as const
