import { accessTokensFeature } from './features/access-tokens/routes.ts'
import { tokenSessions } from './features/access-tokens/token-sessions.ts'
import { apiDocsFeature } from './features/api-docs/routes.ts'
import { adminFeature } from './features/admin/routes.ts'
import { assistantFeature } from './features/assistant/routes.ts'
import { bellFeature } from './features/bell/routes.ts'
import { billingFeature } from './features/billing/routes.ts'
import { brokerFormsFeature } from './features/broker-forms/routes.ts'
import { comparisonsFeature } from './features/comparisons/routes.ts'
import { connectionsFeature } from './features/connections/routes.ts'
import { exportsFeature } from './features/exports/routes.ts'
import { filingFeature } from './features/filing/routes.ts'
import { holdingsFeature } from './features/holdings/routes.ts'
import { databaseSessions, identity } from './features/identity/index.ts'
import { importsFeature } from './features/imports/routes.ts'
import { journalRunsFeature } from './features/journal-runs/routes.ts'
import { manualEntryFeature } from './features/manual-entry/routes.ts'
import { labsFeature } from './features/labs/routes.ts'
import { manifestsFeature } from './features/manifests/routes.ts'
import { methodsFeature } from './features/methods/routes.ts'
import { monitoringFeature } from './features/monitoring/routes.ts'
import { onboardingFeature } from './features/onboarding/routes.ts'
import { providerStatesFeature } from './features/provider-states/feature.ts'
import { reviewFeature } from './features/review/routes.ts'
import { outcomeMailsFeature } from './features/outcome-mails/outcome-mails.ts'
import { pricesFeature } from './features/prices/routes.ts'
import { professionalsFeature } from './features/professionals/routes.ts'
import { safeHarborFeature } from './features/safe-harbor/routes.ts'
import { removalFormsFeature } from './features/removal-forms/routes.ts'
import { roadFeature } from './features/road/routes.ts'
import { rulesFeature } from './features/rules/routes.ts'
import { settingChangesFeature } from './features/setting-changes/routes.ts'
import { settingsFeature } from './features/settings/routes.ts'
import { sourcesFeature } from './features/sources/routes.ts'
import { startFeature } from './features/start/routes.ts'
import { taxFeature } from './features/tax/routes.ts'
import { taxReturnsFeature } from './features/tax-returns/routes.ts'
import { taxYearsFeature } from './features/tax-years/routes.ts'
import { tracesFeature } from './features/traces/routes.ts'
import { transactionsFeature } from './features/transactions/routes.ts'
import { treatmentsFeature } from './features/treatments/routes.ts'
import { walletsFeature } from './features/wallets/routes.ts'
import { webhooksFeature } from './features/webhooks/routes.ts'
import { workpapersFeature } from './features/workpapers/routes.ts'
import type { Compose } from './platform/server.ts'

/** The features of this server. A new one adds its line here. */
export const compose: Compose = (services) => ({
  features: [
    identity,
    accessTokensFeature,
    apiDocsFeature,
    assistantFeature,
    monitoringFeature,
    onboardingFeature,
    settingChangesFeature,
    settingsFeature,
    startFeature,
    sourcesFeature,
    tracesFeature,
    importsFeature(services),
    connectionsFeature(services),
    manualEntryFeature,
    transactionsFeature,
    roadFeature,
    rulesFeature,
    journalRunsFeature,
    reviewFeature,
    taxFeature,
    comparisonsFeature,
    removalFormsFeature,
    taxReturnsFeature,
    taxYearsFeature,
    manifestsFeature(services),
    methodsFeature,
    treatmentsFeature,
    holdingsFeature,
    labsFeature,
    safeHarborFeature,
    brokerFormsFeature(),
    exportsFeature(services),
    filingFeature(services),
    pricesFeature(services),
    providerStatesFeature(services),
    walletsFeature,
    webhooksFeature(services),
    workpapersFeature,
    professionalsFeature,
    adminFeature,
    bellFeature,
    billingFeature(services),
    outcomeMailsFeature(services),
  ],
  sessions: { ...databaseSessions(services.db), ...tokenSessions(services.db) },
})
