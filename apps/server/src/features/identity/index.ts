import type { Feature } from '../../platform/feature.ts'
import { identityRoutes } from './routes.ts'

export { startCardRoutes } from './routes.ts'
export { saveLocation, userRole } from './person.ts'
export { databaseSessions } from './sessions.ts'

export const identity: Feature = { routes: { identity: identityRoutes } }
