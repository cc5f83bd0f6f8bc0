import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import { customerCurrencies } from '../../journal/valuing/display-currency.ts'
import { withIdentity, withSubject } from '../../platform/database.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { isSameSetting, type SettingValues } from '../../platform/setting-changes.ts'
import { sql } from '../../platform/sql.ts'
import { readMailSwitches, recordedSwitches } from '../settings/mail-switches.ts'
import { lockOf } from '../tax-years/lock-before.ts'

/** The settings whose changes can be taken back, as they are now, by the names under which changes are recorded. */
export async function currentSettings({ db, who }: RequestContext): Promise<SettingValues> {
  const { subjectId: userId } = who
  const { first_name, last_name, country_code } = await withIdentity(db, (tx) =>
    tx.one<{ first_name: string; last_name: string; country_code: string | null }>(
      sql`select first_name, last_name, country_code from identity.users where id = ${userId}`,
    ),
  )
  const person = { name: { first_name, last_name }, country: country_code ?? 'US' }
  return withSubject(db, who, async (tx) => {
    if ((await tx.maybe(sql`select 1 from customers where user_id = ${userId}`)) === undefined) return person
    const { method, pool_before_2025, time_zone } = await readTaxSettings(tx, userId)
    const switches = recordedSwitches(await readMailSwitches(tx, userId))
    const locked_before = await lockOf(tx, userId)
    const { shown: currency } = await customerCurrencies(tx, userId)
    return { ...person, method, pool_before_2025, time_zone, currency, locked_before, ...switches }
  })
}

/** Whether values are those that count now. */
export function isInForce(values: SettingValues, current: SettingValues): boolean {
  return Object.entries(values).every(([name, value]) => isSameSetting(value, current[name]))
}
