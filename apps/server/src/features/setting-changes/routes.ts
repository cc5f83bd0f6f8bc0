import { contract } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { currentSettings } from './current-settings.ts'
import { settingHistory } from './setting-history.ts'
import { undoSettingChange } from './undo-setting-change.ts'

const os = routes(contract.settingChanges)

const list = os.list.handler(async ({ input, context }) => {
  const current = await currentSettings(context)
  return withSubject(context.db, context.who, (tx) =>
    settingHistory(tx, context.who.subjectId, { cursor: input.cursor, current }),
  )
})

const undo = os.undo.handler(async ({ input, context }) => {
  for (const id of input.ids) await undoSettingChange(context, id)
  return { status: 'success' as const }
})

/** Routes of the history of settings, and of what takes a change back. */
export const settingChangesFeature: Feature = { routes: { settingChanges: { list, undo } } }
