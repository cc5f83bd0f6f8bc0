import { databaseSessions, identity } from './features/identity/index.ts'
import type { Compose } from './platform/server.ts'

/** The features of this server. A new one adds its line here. */
export const compose: Compose = ({ db }) => ({
  features: [identity],
  sessions: databaseSessions(db),
})
