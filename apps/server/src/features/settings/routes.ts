import { contract } from '@lotbook/contract'
import { isTimeZone } from '@lotbook/journal'
import { withSubject, withoutSubject, type Database, type Tx } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { newId } from '../../platform/ids.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { saveLocation } from '../identity/index.ts'
import { readTaxSettings } from '../tax/tax-settings.ts'
import { writeJournal } from '../transactions/journal.ts'
import { readSetting } from './read-setting.ts'

const os = routes(contract.settings)

const setting = os.setting.handler(async ({ context }) => ({ data: await readSetting(context) }))

const toggles = os.featureToggles.handler(async ({ context }) => ({
  features: await readToggles(context.db),
}))

/** Every toggle by name. */
export async function readToggles(db: Database): Promise<Record<string, boolean>> {
  const rows = await withoutSubject(db, (tx) =>
    tx.all<{ name: string; is_on: boolean }>(sql`select name, is_on from toggles order by name`),
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.is_on]))
}

const taxSettings = os.taxSettings.handler(({ context }) =>
  withSubject(context.db, context.who, (tx) => readTaxSettings(tx, context.who.subjectId)),
)

const saveTaxSettings = os.saveTaxSettings.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId, actorId } = context.who
    if (!isTimeZone(input.time_zone))
      refuse('invalid_input', undefined, { fields: { time_zone: 'Unknown time zone.' } })
    await writeJournal(tx, userId)
    await tx.run(sql`
      update customers set method = ${input.method}, pool_before_2025 = ${input.pool_before_2025},
        transfer_fee = ${input.transfer_fee}, time_zone = ${input.time_zone}, updated_at = ${context.now}
      where user_id = ${userId}`)
    if (input.safe_harbor !== null) await recordPlan(tx, userId, actorId, input.safe_harbor, context.now)
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

/** A plan is added and never changed: what was recorded, when and by whom, is the record (tax/us 4.2). */
async function recordPlan(
  tx: Tx,
  userId: string,
  actorId: string,
  plan: { order: string; accounts: string[] },
  now: Date,
) {
  const { safe_harbor: before } = await readTaxSettings(tx, userId)
  if (JSON.stringify(before) === JSON.stringify(plan)) return
  const rule = `Global allocation: ${plan.order.toUpperCase()}, accounts in order: ${plan.accounts.join(', ') || 'by name'}`
  await tx.run(sql`
    insert into safe_harbor_plans (user_id, id, plan, rule_text, recorded_at, recorded_by)
    values (${userId}, ${newId(now.getTime())}, ${JSON.stringify(plan)}::jsonb, ${rule}, ${now}, ${actorId})`)
}

const location = os.saveLocation.handler(async ({ input, context }) => {
  await saveLocation(context, input)
  return { status: 'success' as const }
})

/** What a customer sets, and what the installation offers. */
export const settingsFeature: Feature = {
  routes: {
    settings: { setting, featureToggles: toggles, taxSettings, saveTaxSettings, saveLocation: location },
  },
}
