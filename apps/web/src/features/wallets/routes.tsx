import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { walletsSearch } from './wallets-search.ts'

const walletsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.wallets,
  validateSearch: walletsSearch,
  component: lazyRouteComponent(() => import('./WalletsPage.tsx'), 'WalletsPage'),
})

export const walletsRoutes = [walletsRoute] as const
