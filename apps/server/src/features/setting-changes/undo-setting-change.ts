import { withSubject, type Who } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import type { SettingValues } from '../../platform/setting-changes.ts'
import { sql } from '../../platform/sql.ts'
import { changeName, saveCountry, saveDisplayCurrency } from '../identity/index.ts'
import { saveLock } from '../tax-years/lock-before.ts'
import { changeTreatment } from '../treatments/change-treatment.ts'
import { currentSettings, isInForce } from './current-settings.ts'
import { saveMailSwitches, switchesOf } from '../settings/mail-switches.ts'
import { savePlainTaxSettings, type PlainTaxSettings } from '../settings/save-tax-settings.ts'

/** Put back what settings were before a change, as a change of its own; refused where something else counts by now. */
export async function undoSettingChange(context: RequestContext, id: string): Promise<void> {
  const { db, who, now } = context
  const isTreatment = await withSubject(db, who, (tx) =>
    tx.maybe(sql`select 1 from treatment_changes where user_id = ${who.subjectId} and id = ${id}`),
  )
  if (isTreatment !== undefined) {
    await withSubject(db, who, (tx) => changeTreatment(tx, who, { kind: 'undo', id }, now))
    return
  }
  const change = await readChange(context, id)
  if (change.undone) refuse('already_undone')
  await restore(change.of, change, id)
}

interface RecordedChange {
  /** The request, of the person whose settings were changed. */
  readonly of: RequestContext
  readonly before: SettingValues
  readonly after: SettingValues
  readonly undone: boolean
}

/** The change of who is looked at; a professional who views a client has settings of their own. */
async function readChange(context: RequestContext, id: string): Promise<RecordedChange> {
  const { userId } = sessionOf(context)
  const own: Who = { actorId: userId, subjectId: userId }
  for (const who of [context.who, own]) {
    const row = await withSubject(context.db, who, (tx) =>
      tx.maybe<Pick<RecordedChange, 'before' | 'after' | 'undone'>>(sql`
        select c.before, c.after, exists (
          select from setting_changes u where u.user_id = ${who.subjectId} and u.undoes = c.id) as undone
        from setting_changes c where c.user_id = ${who.subjectId} and c.id = ${id} and c.undoes is null`),
    )
    if (row !== undefined) return { ...row, of: { ...context, who } }
  }
  return refuse('not_found')
}

async function restore(
  context: RequestContext,
  { before, after }: Pick<RecordedChange, 'before' | 'after'>,
  undoes: string,
): Promise<void> {
  if (!isInForce(after, await currentSettings(context))) refuse('conflict', 'It was changed again since.')
  const { name, country, currency, locked_before: day, ...rest } = before
  const switches = switchesOf(before)
  if (typeof name === 'object' && name !== null)
    await changeName(
      context,
      { first_name: name['first_name'] ?? '', last_name: name['last_name'] ?? '' },
      undoes,
    )
  else if (typeof country === 'string') await saveCountry(context, country, { undoes })
  else if (typeof currency === 'string') await saveDisplayCurrency(context, currency, undoes)
  else if (day !== undefined) await saveLock(context, typeof day === 'string' ? day : null, undoes)
  else if (switches !== undefined)
    await withSubject(context.db, context.who, (tx) =>
      saveMailSwitches(tx, context.who, switches, { now: context.now, undoes }),
    )
  else
    await withSubject(context.db, context.who, (tx) =>
      savePlainTaxSettings(tx, context.who, rest as Partial<PlainTaxSettings>, { now: context.now, undoes }),
    )
}
