import { BLOCKED_PROVIDERS, contract, SUPPORTED_PROVIDERS } from '@lotbook/contract'
import { allSources } from '@lotbook/sources'
import type { Config } from '../../platform/config.ts'
import { withSubject, withoutSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { offeredCurrencies } from '../../journal/valuing/display-currency.ts'
import { mailDesktopLink, startCardRoutes } from '../identity/index.ts'
import { readSetting } from '../settings/read-setting.ts'
import { readOnboardingFlag } from './onboarding-flag.ts'

const os = routes(contract.onboarding)

const flag = os.flag.handler(({ context }) => readOnboardingFlag(context))

const timeZones = os.timeZones.handler(async ({ context }) => ({
  time_zone: (await readSetting(context)).time_zone,
  time_zones: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')],
}))

/** The return is figured in dollars; values are shown in any currency that the installation has rates of. */
const currencies = os.currencies.handler(async ({ context }) => {
  const { currency, tax_currency } = await readSetting(context)
  return {
    currency,
    currencies: await withoutSubject(context.db, (tx) => offeredCurrencies(tx, tax_currency)),
  }
})

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
        update customers set partner_code = coalesce(partner_code, ${partnerNamed(code, context.config)}) where user_id = ${context.who.subjectId}`)
    }
    return { status: 'success' as const }
  }),
)

const partnerSource = os.partnerSource.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const row = await tx.maybe<{ partner_code: string | null }>(
      sql`select partner_code from customers where user_id = ${context.who.subjectId}`,
    )
    return { data: sourceOfPartner(row?.partner_code ?? null) }
  }),
)

/** The source of a provider on the list; nothing for a partner who is none, or for this installation itself. */
function sourceOfPartner(partner: string | null): { slug: string; name: string } | null {
  if (!SUPPORTED_PROVIDERS.some((name) => name === partner)) return null
  const source = allSources().find(({ name }) => bare(name) === bare(partner ?? ''))
  return source === undefined ? null : { slug: source.slug, name: source.name }
}

const bare = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '')

/** The provider that a code is of, under its name; a code of anybody else stays as it is. */
function partnerNamed(
  code: string,
  { origins: [origin = 'http://localhost'] }: Pick<Config, 'origins'>,
): string {
  const names = SUPPORTED_PROVIDERS.map((name) => (name === '{host}' ? new URL(origin).hostname : name))
  return names.find((name) => bare(name) === bare(code)) ?? code
}

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
      partnerSource,
    },
  },
}
