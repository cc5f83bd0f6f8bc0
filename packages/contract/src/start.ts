import { z } from 'zod'
import { billingHistory } from './billing.ts'
import { userRole } from './identity.ts'
import { onboardingFlag } from './onboarding.ts'
import { nobodyOrSignedInRoute } from './route.ts'
import { settingData } from './settings.ts'
import { subscriptionStatus } from './subscription-status.ts'
import { taxDetails } from './tax.ts'

const begun = z.object({
  get_user_role: userRole,
  setting: settingData,
  feature_toggles: z.record(z.string(), z.boolean()),
  onboarding_flag: onboardingFlag,
  /** Null for who is not a customer. */
  active_year_subscription_status: subscriptionStatus.nullable(),
  billing_history: billingHistory.nullable(),
  details: taxDetails.nullable(),
  import_history_exists: z.boolean(),
  /** One pool was used before 2025, and the newest calculation found basis that no allocation on record places; it was not put away. */
  is_safe_harbor_open: z.boolean(),
  /** Answers that could not be read, and stand here as they are for who never set anything (R8.42). */
  failed: z.array(z.enum(['setting'])),
})

/** Nobody is signed in: the answer to a page that cannot know yet. */
const nobody = z.object({ get_user_role: z.null() })

/**
 * What a signed-in screen needs to begin, in one call; each answer under the name of its own call. Without a session
 * `get_user_role` is null and nothing else is told.
 */
export const start = {
  all: nobodyOrSignedInRoute.route({ method: 'GET', path: '/start' }).output(z.union([begun, nobody])),
}
