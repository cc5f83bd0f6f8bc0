import { contract } from '@lotbook/contract'
import { isTimeZone } from '@lotbook/journal'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { saveLocation } from '../identity/index.ts'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import { changeTreatment } from '../treatments/change-treatment.ts'
import { writeJournal } from '../../journal/transactions/write-journal.ts'
import { readSetting } from './read-setting.ts'
import { readToggles } from './toggles.ts'

const os = routes(contract.settings)

const setting = os.setting.handler(async ({ context }) => ({ data: await readSetting(context) }))

const toggles = os.featureToggles.handler(async ({ context }) => ({
  features: await readToggles(context.db),
}))

const taxSettings = os.taxSettings.handler(({ context }) =>
  withSubject(context.db, context.who, (tx) => readTaxSettings(tx, context.who.subjectId)),
)

const saveTaxSettings = os.saveTaxSettings.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    if (!isTimeZone(input.time_zone))
      refuse('invalid_input', undefined, { fields: { time_zone: 'Unknown time zone.' } })
    await writeJournal(tx, userId)
    const { transfer_fee } = await readTaxSettings(tx, userId)
    if (transfer_fee !== input.transfer_fee) {
      const asked = { kind: 'choice', treatment: 'transfer_fee', to: input.transfer_fee } as const
      await changeTreatment(tx, context.who, asked, context.now)
    }
    await tx.run(sql`
      update customers set method = ${input.method}, pool_before_2025 = ${input.pool_before_2025},
        time_zone = ${input.time_zone}, updated_at = ${context.now}
      where user_id = ${userId}`)
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

const location = os.saveLocation.handler(async ({ input, context }) => {
  await saveLocation(context, input)
  return { status: 'success' as const }
})

/** Routes of the customer's settings, and of the choices that the installation offers. */
export const settingsFeature: Feature = {
  routes: {
    settings: { setting, featureToggles: toggles, taxSettings, saveTaxSettings, saveLocation: location },
  },
}
