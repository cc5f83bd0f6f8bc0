import { exportsFeature } from './features/exports/routes.ts'
import { databaseSessions, identity } from './features/identity/index.ts'
import { importsFeature } from './features/imports/routes.ts'
import { onboardingFeature } from './features/onboarding/routes.ts'
import { settingsFeature } from './features/settings/routes.ts'
import { sourcesFeature } from './features/sources/routes.ts'
import { startFeature } from './features/start/routes.ts'
import { taxFeature } from './features/tax/routes.ts'
import { tracesFeature } from './features/traces/routes.ts'
import { transactionsFeature } from './features/transactions/routes.ts'
import type { Compose } from './platform/server.ts'

/** The features of this server. A new one adds its line here. */
export const compose: Compose = ({ db, keys }) => ({
  features: [
    identity,
    onboardingFeature,
    settingsFeature,
    startFeature,
    sourcesFeature,
    tracesFeature,
    importsFeature({ keys }),
    transactionsFeature,
    taxFeature,
    exportsFeature({ keys }),
  ],
  sessions: databaseSessions(db),
})
