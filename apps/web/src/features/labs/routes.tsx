import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customerRoute } from '../../shell/layout-routes.tsx'

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
  component: lazyRouteComponent(() => import('./PortfoliosPage.tsx'), 'PortfoliosPage'),
})

const priceRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/labs/price/$id',
  component: lazyRouteComponent(() => import('./PricePage.tsx'), 'PricePage'),
})

export const labsRoutes = [dashboardRoute, discoverRoute, portfoliosRoute, priceRoute] as const
