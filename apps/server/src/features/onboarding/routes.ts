import { contract, type onboardingFlag } from '@lotbook/contract'
import type { z } from 'zod'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes, sessionOf, type RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { startCardRoutes } from '../identity/index.ts'
import { readSetting } from '../settings/read-setting.ts'

const os = routes(contract.onboarding)

const flag = os.flag.handler(({ context }) => readOnboardingFlag(context))

/** Whether the start card was answered and anything was imported (R3.57). */
export async function readOnboardingFlag(context: RequestContext): Promise<z.output<typeof onboardingFlag>> {
  const { db, who, roles } = context
  sessionOf(context)
  const row = await withSubject(db, who, (tx) =>
    tx.maybe<{ onboarded_at: Date | null; currency: string; transactions: string }>(sql`
      select c.onboarded_at, c.currency, j.transactions from customers c join journals j on j.user_id = c.user_id
      where c.user_id = ${who.subjectId}`),
  )
  return {
    onboarded: row?.onboarded_at != null,
    is_imported: row !== undefined && row.transactions !== '0',
    is_customer: roles.includes('customer'),
    currency: row?.currency ?? 'USD',
  }
}

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

/** The start card and what is asked once. */
export const onboardingFeature: Feature = {
  routes: { onboarding: { ...startCardRoutes, flag, timeZones, currencies, dismissSafeHarborBanner } },
}
