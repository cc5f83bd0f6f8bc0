import { contract } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { requireTimeZone, saveLocation } from '../identity/index.ts'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import { changeTreatment } from '../treatments/change-treatment.ts'
import { readMailSwitches, saveMailSwitches } from './mail-switches.ts'
import { readMailAddress } from './mail-address.ts'
import { readSetting } from './read-setting.ts'
import { savePlainTaxSettings } from './save-tax-settings.ts'
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
    const { who, now } = context
    requireTimeZone(input.time_zone)
    const { transfer_fee } = await readTaxSettings(tx, who.subjectId)
    const treated =
      transfer_fee === input.transfer_fee
        ? undefined
        : await changeTreatment(
            tx,
            who,
            { kind: 'choice', treatment: 'transfer_fee', to: input.transfer_fee },
            now,
          )
    const { method, pool_before_2025, time_zone } = input
    const saved = await savePlainTaxSettings(tx, who, { method, pool_before_2025, time_zone }, { now })
    const ids = [treated?.id, saved].filter((id) => id !== undefined && id !== null)
    return { status: 'success' as const, change_ids: ids }
  }),
)

const location = os.saveLocation.handler(async ({ input, context }) => ({
  status: 'success' as const,
  change_ids: await saveLocation(context, input),
}))

const notificationSettings = os.notificationSettings.handler(async ({ context }) => {
  const { db, who, config } = context
  const address = await readMailAddress(db, who.subjectId)
  const switches = await withSubject(db, who, (tx) => readMailSwitches(tx, who.subjectId))
  return { ...switches, ...address, sends_mail: config.smtpUrl !== undefined }
})

const saveNotificationSettings = os.saveNotificationSettings.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const id = await saveMailSwitches(tx, context.who, input, { now: context.now })
    return { status: 'success' as const, change_ids: id === null ? [] : [id] }
  }),
)

/** Routes of the customer's settings, and of the choices that the installation offers. */
export const settingsFeature: Feature = {
  routes: {
    settings: {
      setting,
      featureToggles: toggles,
      taxSettings,
      saveTaxSettings,
      notificationSettings,
      saveNotificationSettings,
      saveLocation: location,
    },
  },
}
