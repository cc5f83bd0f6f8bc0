import { contract } from '@lotbook/contract'
import { defaultTaxYear } from '@lotbook/journal'
import { withSubject, type Tx } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { errorText } from '../../platform/log.ts'
import { type RequestContext, routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { userRole } from '../identity/index.ts'
import { readOnboardingFlag } from '../onboarding/onboarding-flag.ts'
import { readSetting } from '../settings/read-setting.ts'
import { togglesOrNone } from '../settings/toggles.ts'
import { paidYears } from '../billing/plan-of-year.ts'
import { readSubscriptionStatus } from '../tax/subscription-status.ts'
import { taxDetails } from '../tax/tax-details.ts'

const all = routes(contract.start).all.handler(async ({ context }) => {
  if (context.session === undefined) return { get_user_role: null }
  const person = await userRole(context)
  const failed: 'setting'[] = []
  const isCustomer = person.viewing !== null || person.roles.includes('customer')
  const ofCustomer = isCustomer
    ? await withSubject(context.db, context.who, (tx) => customerPart(tx, context.who.subjectId, context.now))
    : NOT_A_CUSTOMER
  return {
    get_user_role: person,
    setting: await settingOrUnset(context, failed),
    feature_toggles: await togglesOrNone(context),
    onboarding_flag: await readOnboardingFlag(context),
    ...ofCustomer,
    failed,
  }
})

/** The settings; where they cannot be read, those of who never set any, so that the other screens still come (R8.42). */
async function settingOrUnset(context: RequestContext, failed: 'setting'[]) {
  try {
    return await readSetting(context)
  } catch (error) {
    context.log.error({ error: errorText(error) }, 'the settings could not be read')
    failed.push('setting')
    return {
      updated_at: context.now.toISOString(),
      country_code: 'US',
      currency: 'USD',
      tax_currency: 'USD',
      rate_attribution: null,
      time_zone: 'UTC',
      is_safe_harbor_banner_dismissed: false,
    }
  }
}

const NOT_A_CUSTOMER = {
  active_year_subscription_status: null,
  billing_history: null,
  details: null,
  import_history_exists: false,
  is_safe_harbor_open: false,
}

async function customerPart(tx: Tx, userId: string, now: Date) {
  const details = await taxDetails(tx, userId, now)
  const { transaction_uploaded, is_safe_harbor_open } = await tx.one<{
    transaction_uploaded: boolean
    is_safe_harbor_open: boolean
  }>(sql`
    select transaction_uploaded, pool_before_2025 = 'universal' and safe_harbor_dismissed_at is null
        and not exists (select from safe_harbor_plans where user_id = ${userId})
        and exists (select from findings where user_id = ${userId} and state = 'open' and code = 'safe_harbor_missing')
      as is_safe_harbor_open
    from customers where user_id = ${userId}`)
  return {
    active_year_subscription_status: await readSubscriptionStatus(tx, userId, details),
    billing_history: {
      current_tax_year: defaultTaxYear(now.getTime()),
      year: [...(await paidYears(tx, userId))],
    },
    details,
    import_history_exists: transaction_uploaded,
    is_safe_harbor_open,
  }
}

/** Everything that a signed-in screen needs to begin, in one call. */
export const startFeature: Feature = { routes: { start: { all } } }
