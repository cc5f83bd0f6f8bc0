import { BLOCKED_PROVIDERS, contract } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { mailDesktopLink, startCardRoutes } from '../identity/index.ts'
import { readSetting } from '../settings/read-setting.ts'
import { readOnboardingFlag } from './onboarding-flag.ts'

const os = routes(contract.onboarding)

const flag = os.flag.handler(({ context }) => readOnboardingFlag(context))

const timeZones = os.timeZones.handler(async ({ context }) => ({
  time_zone: (await readSetting(context)).time_zone,
  time_zones: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')],
}))

/** The tax rules are those of the United States, so amounts are worked out in dollars. */
const currencies = os.currencies.handler(async ({ context }) => ({
  currency: (await readSetting(context)).currency,
  currencies: ['USD'],
}))

const dismissSafeHarborBanner = os.dismissSafeHarborBanner.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await tx.run(sql`
      update customers set safe_harbor_dismissed_at = coalesce(safe_harbor_dismissed_at, ${context.now})
      where user_id = ${context.who.subjectId}`)
    return { status: 'success' as const }
  }),
)

const sendDesktopLink = os.sendDesktopLink.handler(async ({ input, context }) => {
  await mailDesktopLink(context, input.redirectTo)
  return { status: 'success' as const }
})

const processAggregator = os.processAggregator.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const code = input.aggregator_params.aggregator
    if (!BLOCKED_PROVIDERS.includes(code.toLowerCase())) {
      await tx.run(sql`
        update customers set partner_code = coalesce(partner_code, ${code}) where user_id = ${context.who.subjectId}`)
    }
    return { status: 'success' as const }
  }),
)

/** The start card and what is asked once. */
export const onboardingFeature: Feature = {
  routes: {
    onboarding: {
      ...startCardRoutes,
      flag,
      timeZones,
      currencies,
      dismissSafeHarborBanner,
      sendDesktopLink,
      processAggregator,
    },
  },
}
