import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textsOf } from '../../client/search.ts'
import type { PlansSearch } from './plans-search.ts'
import { accountRoute, customerRoute, taxProRoute } from '../../shell/layout-routes.tsx'

type Search = Record<string, unknown>

export const plansSearch = (search: Search): PlansSearch => textsOf(search, ['callUrl', 'taxYear'])

const plansPage = lazyRouteComponent(() => import('./PlansPage.tsx'), 'PlansPage')

const paymentsPlansRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/payments/plans',
  validateSearch: plansSearch,
  component: plansPage,
})

const choosePlanMobileRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/choose_plan_mobile',
  validateSearch: plansSearch,
  component: plansPage,
})

const testCheckoutRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/payments/test',
  validateSearch: (search: Search): { id?: string; client?: string; callUrl?: string } =>
    textsOf(search, ['id', 'client', 'callUrl']),
  component: lazyRouteComponent(() => import('./TestCheckoutPage.tsx'), 'TestCheckoutPage'),
})

const doneRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/payments/done',
  validateSearch: (search: Search): { id?: string; callUrl?: string } => textsOf(search, ['id', 'callUrl']),
  component: lazyRouteComponent(() => import('./PaymentDonePage.tsx'), 'PaymentDonePage'),
})

const billingHistoryRoute = createRoute({
  getParentRoute: () => customerRoute,
  path: '/settings/billing-history',
  component: lazyRouteComponent(() => import('./BillingHistoryPage.tsx'), 'BillingHistoryPage'),
})

const paymentFormRoute = createRoute({
  getParentRoute: () => taxProRoute,
  path: '/tax_pro/paymentForm',
  validateSearch: (search: Search): { id?: string; taxYear?: string; type?: string; purchase?: string } =>
    textsOf(search, ['id', 'taxYear', 'type', 'purchase']),
  component: lazyRouteComponent(() => import('./PayForClientPage.tsx'), 'PayForClientPage'),
})

const payInvitationRoute = createRoute({
  getParentRoute: () => taxProRoute,
  path: '/tax_pro/payments/invitation',
  validateSearch: (
    search: Search,
  ): { clientId?: string; taxYear?: string; planId?: string; upgrade?: string } =>
    textsOf(search, ['clientId', 'taxYear', 'planId', 'upgrade']),
  component: lazyRouteComponent(() => import('./AskToPayPage.tsx'), 'AskToPayPage'),
})

export const billingRoutes = [
  paymentsPlansRoute,
  choosePlanMobileRoute,
  doneRoute,
  billingHistoryRoute,
] as const
export const checkoutRoutes = [testCheckoutRoute] as const
export const payForClientRoutes = [paymentFormRoute, payInvitationRoute] as const
