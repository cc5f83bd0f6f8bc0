import { z } from 'zod'
import { userRole } from './identity.ts'
import { onboardingFlag } from './onboarding.ts'
import { nobodyOrSignedInRoute } from './route.ts'
import { settingData } from './settings.ts'
import { taxDetails } from './tax.ts'

/** R3.55, R7.21 */
export const subscriptionStatus = z.object({
  status: z.literal('success'),
  active_tax_year: z.number().int(),
  subscription_stat: z.enum(['none', 'active', 'upgrade_required']),
  tax_calculation_id: z.uuid().nullable(),
  taxable_count: z.number().int(),
})

/** R3.58, R7.18 */
export const billingHistory = z.object({
  current_tax_year: z.number().int(),
  year: z.array(z.number().int()),
})

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
