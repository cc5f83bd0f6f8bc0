import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customerRoute } from '../../shell/layout-routes.tsx'

/** One script for all of Labs: every further one costs the first screen a line in its list. */
const pages = () => import('./LabsPages.tsx')

const dashboardRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/labs/dashboard',
  component: lazyRouteComponent(pages, 'LabsDashboard'),
})

const discoverRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/labs/discover',
  component: lazyRouteComponent(pages, 'LabsDiscover'),
})

const portfoliosRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/labs/research-portfolios',
  component: lazyRouteComponent(pages, 'LabsPortfolios'),
})

const priceRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/labs/price/$id',
  component: lazyRouteComponent(pages, 'LabsPrice'),
})

export const labsRoutes = [dashboardRoute, discoverRoute, portfoliosRoute, priceRoute] as const
