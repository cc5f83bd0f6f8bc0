import { MAIL_SWITCHES, type MailSwitch } from '@lotbook/contract'
import type { Tx, Who } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { recordSettingChange, type SettingValues } from '../../platform/setting-changes.ts'
import { sql } from '../../platform/sql.ts'

export type MailSwitches = Readonly<Record<MailSwitch, boolean>>

/** Which mails a customer wants, of those that can be turned off. */
export function readMailSwitches(tx: Tx, userId: string): Promise<MailSwitches> {
  return tx.one<MailSwitches>(
    sql`select import_mails, calculation_mails from customers where user_id = ${userId}`,
  )
}

/**
 * Turn kinds of mail on or off; a kind that is not named stays as it is.
 *
 * @param undoes - the change that this one takes back.
 * @returns the id of the recorded change; null where every kind stayed as it was.
 */
export async function saveMailSwitches(
  tx: Tx,
  { subjectId: userId, actorId }: Who,
  changes: { readonly [Name in MailSwitch]?: boolean | undefined },
  { now, undoes }: { readonly now: Date; readonly undoes?: string },
): Promise<string | null> {
  // The second of two saves at once waits here, and records what the first one made.
  await tx.one(sql`select 1 from customers where user_id = ${userId} for update`)
  const before = await readMailSwitches(tx, userId)
  const after = {
    import_mails: changes.import_mails ?? before.import_mails,
    calculation_mails: changes.calculation_mails ?? before.calculation_mails,
  }
  await tx.run(sql`
    update customers set import_mails = ${after.import_mails}, calculation_mails = ${after.calculation_mails},
      updated_at = ${now} where user_id = ${userId}`)
  await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
  const change = { before: recordedSwitches(before), after: recordedSwitches(after), undoes }
  return recordSettingChange(tx, { userId, actorId, now }, change)
}

/** The switches as the history keeps them. */
export function recordedSwitches(switches: MailSwitches): SettingValues {
  return Object.fromEntries(MAIL_SWITCHES.map((name) => [name, switches[name] ? 'on' : 'off']))
}

/** The switches among recorded values; undefined where there is none. */
export function switchesOf(values: SettingValues): Partial<MailSwitches> | undefined {
  const found = MAIL_SWITCHES.filter((name) => Object.hasOwn(values, name))
  if (found.length === 0) return undefined
  return Object.fromEntries(found.map((name) => [name, values[name] === 'on']))
}
