import type { Feature } from '../../platform/feature.ts'
import { eraseAccountJob, eraseSentMails } from './erase-account.ts'
import { identityRoutes, startCardRoutes } from './routes.ts'

export { mailDesktopLink } from './desktop-link.ts'
export { findPeople } from './find-people.ts'
export { nameOnForms, namesOf, personOf, WHO_HAS_LEFT } from './person-of.ts'
export {
  changeName,
  requireTimeZone,
  saveCountry,
  saveDisplayCurrency,
  saveLocation,
  userRole,
} from './person.ts'
export { startCardRoutes } from './routes.ts'
export { mailChange } from './password-change.ts'
export { databaseSessions, requireFresh, showAs } from './sessions.ts'
export { linkTo } from './links.ts'
export { normaliseEmail } from './sign-up.ts'
export { hashToken, newToken } from './tokens.ts'

/** The two questions of the start card are part of it: without a role an account is not whole. */
export const identity: Feature = {
  routes: { identity: identityRoutes, onboarding: startCardRoutes },
  jobs: [eraseAccountJob],
  upkeep: eraseSentMails,
}
