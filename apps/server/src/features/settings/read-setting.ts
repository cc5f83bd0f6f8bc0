import type { settingData } from '@lotbook/contract'
import { priceAttributionOf } from '@lotbook/sources'
import type { z } from 'zod'
import { withIdentity, withSubject } from '../../platform/database.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'

/** The settings of whose data is shown; the country is US where it was never said (R6.13). */
export async function readSetting({ db, who, now }: RequestContext): Promise<z.output<typeof settingData>> {
  const person = await withIdentity(db, (tx) =>
    tx.maybe<{ country_code: string | null }>(
      sql`select country_code from identity.users where id = ${who.subjectId}`,
    ),
  )
  const customer = await withSubject(db, who, (tx) =>
    tx.maybe<{
      updated_at: Date
      currency: string
      tax_currency: string
      time_zone: string
      has_no_banner: boolean
      rate_provider: string | null
    }>(sql`
      select updated_at, display_currency as currency, currency as tax_currency, time_zone, safe_harbor_dismissed_at is not null
          or exists (select from safe_harbor_plans where user_id = ${who.subjectId}) as has_no_banner,
        (select q.provider from prices q where q.asset_id = c.display_currency and c.display_currency <> c.currency
          and q.currency = c.currency and q.grain = 'day' order by q.at desc limit 1) as rate_provider
      from customers c where user_id = ${who.subjectId}`),
  )
  return {
    updated_at: (customer?.updated_at ?? now).toISOString(),
    country_code: person?.country_code ?? 'US',
    currency: customer?.currency ?? 'USD',
    tax_currency: customer?.tax_currency ?? 'USD',
    rate_attribution: customer?.rate_provider == null ? null : priceAttributionOf(customer.rate_provider),
    time_zone: customer?.time_zone ?? 'UTC',
    is_safe_harbor_banner_dismissed: customer?.has_no_banner ?? false,
  }
}
