import type { TaxSettings } from '@lotbook/contract'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import { writeJournal } from '../../journal/transactions/write-journal.ts'
import type { Tx, Who } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { recordSettingChange } from '../../platform/setting-changes.ts'
import { sql } from '../../platform/sql.ts'

/** Settings of a calculation that are one value each, and not on record elsewhere. */
export type PlainTaxSettings = Pick<TaxSettings, 'method' | 'pool_before_2025' | 'time_zone'>

/**
 * Save settings of the calculation, which makes a new one necessary.
 *
 * @param undoes - the change that this one takes back.
 * @returns the id of the recorded change; null where every setting stayed as it was.
 */
export async function savePlainTaxSettings(
  tx: Tx,
  who: Who,
  changes: Partial<PlainTaxSettings>,
  { now, undoes }: { readonly now: Date; readonly undoes?: string },
): Promise<string | null> {
  const { subjectId: userId, actorId } = who
  await writeJournal(tx, userId)
  const saved = await readTaxSettings(tx, userId)
  const { method, pool_before_2025, time_zone } = { ...saved, ...changes }
  await tx.run(sql`
    update customers set method = ${method}, pool_before_2025 = ${pool_before_2025}, time_zone = ${time_zone}, updated_at = ${now}
    where user_id = ${userId}`)
  await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
  const before = {
    method: saved.method,
    pool_before_2025: saved.pool_before_2025,
    time_zone: saved.time_zone,
  }
  const change = { before, after: { method, pool_before_2025, time_zone }, undoes }
  return recordSettingChange(tx, { userId, actorId, now }, change)
}
