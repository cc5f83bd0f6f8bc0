import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { writeStored } from '../../client/stored.ts'
import { customerRoute } from '../../shell/layout-routes.tsx'
import { walletsSearch } from './wallets-search.ts'

const walletsRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: paths.wallets,
  validateSearch: walletsSearch,
  // Who works from here has the navigation of the wallets, begins here and comes back here after an upload.
  beforeLoad: ({ preload }) => {
    if (!preload) writeStored('importsPath', paths.wallets)
  },
  component: lazyRouteComponent(() => import('./WalletsPage.tsx'), 'WalletsPage'),
})

export const walletsRoutes = [walletsRoute] as const
