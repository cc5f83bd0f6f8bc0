import { accessTokenRoutes } from '../features/access-tokens/routes.tsx'
import { adminRoutes } from '../features/admin/routes.tsx'
import { accountRoutes, beginningRoutes, publicRoutes, taxProRoutes } from '../features/identity/routes.tsx'
import { billingRoutes, checkoutRoutes, payForClientRoutes } from '../features/billing/routes.tsx'
import { connectionsRoutes } from '../features/connections/routes.tsx'
import { dashboardRoutes } from '../features/dashboard/routes.tsx'
import { exportRoutes } from '../features/exports/routes.tsx'
import { comparisonsRoutes } from '../features/comparisons/routes.tsx'
import { brokerFormRoutes } from '../features/broker-forms/routes.tsx'
import { filingRoutes } from '../features/filing/routes.tsx'
import { planningRoutes } from '../features/planning/routes.tsx'
import { holdingsRoutes } from '../features/holdings/routes.tsx'
import { importsRoutes } from '../features/imports/routes.tsx'
import { manualEntryRoutes } from '../features/manual-entry/routes.tsx'
import { labsRoutes } from '../features/labs/routes.tsx'
import { manifestsRoutes } from '../features/manifests/routes.tsx'
import { methodsRoutes } from '../features/methods/routes.tsx'
import { clientRoutes, invitationRoutes, workWithTaxProRoutes } from '../features/professionals/routes.tsx'
import { pricesRoutes } from '../features/prices/routes.tsx'
import { rulesRoutes } from '../features/rules/routes.tsx'
import { safeHarborRoutes } from '../features/safe-harbor/routes.tsx'
import { settingChangesRoutes } from '../features/setting-changes/routes.tsx'
import { settingsRoutes } from '../features/settings/routes.tsx'
import { sourcesRoutes } from '../features/sources/routes.tsx'
import { taxRoutes } from '../features/tax/routes.tsx'
import { noticeRoutes, tracesRoutes } from '../features/traces/routes.tsx'
import { transactionsRoutes } from '../features/transactions/routes.tsx'
import { treatmentsRoutes } from '../features/treatments/routes.tsx'
import { walletsRoutes } from '../features/wallets/routes.tsx'
import { homeRoute } from './home-route.tsx'
import { pricingRoute } from './pricing-route.tsx'
import {
  accountRoute,
  beginningRoute,
  customerRoute,
  publicRoute,
  rootRoute,
  shellRoute,
  signedInRoute,
  taxProRoute,
} from '../shell/layout-routes.tsx'

/**
 * Every screen there is. A feature exports its routes from `features/<noun>/routes.tsx` and is named here once;
 * the navigation shows what is registered and nothing else.
 */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  pricingRoute,
  publicRoute.addChildren([...publicRoutes]),
  signedInRoute.addChildren([
    beginningRoute.addChildren([...beginningRoutes, ...noticeRoutes, ...invitationRoutes]),
    shellRoute.addChildren([
      ...adminRoutes,
      customerRoute.addChildren([
        ...dashboardRoutes,
        ...taxRoutes,
        ...methodsRoutes,
        ...safeHarborRoutes,
        ...comparisonsRoutes,
        ...manifestsRoutes,
        ...settingsRoutes,
        ...accessTokenRoutes,
        ...treatmentsRoutes,
        ...exportRoutes,
        ...pricesRoutes,
        ...rulesRoutes,
        ...holdingsRoutes,
        ...planningRoutes,
        ...labsRoutes,
        ...importsRoutes,
        ...manualEntryRoutes,
        ...walletsRoutes,
        ...sourcesRoutes,
        ...connectionsRoutes,
        ...transactionsRoutes,
        ...tracesRoutes,
        ...workWithTaxProRoutes,
        ...billingRoutes,
        ...filingRoutes,
        ...brokerFormRoutes,
      ]),
      taxProRoute.addChildren([...clientRoutes, ...payForClientRoutes, ...taxProRoutes]),
      accountRoute.addChildren([...accountRoutes, ...settingChangesRoutes, ...checkoutRoutes]),
    ]),
  ]),
])
