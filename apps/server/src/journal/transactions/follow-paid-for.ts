import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { closeFindings } from './close-findings.ts'
import { settleRemoved } from './settle-removed.ts'

/**
 * Bring fees that persons added to where what they were paid for is now: at its instant, gone while it is gone, and back with it unless the
 * adding was taken back or the fee deleted by itself. A person said what a trade cost, not that something was paid on a day; so whatever
 * moved the trade, a file, an edit or an undo, moves these, and no edit of their own is written down for it. What is locked stays.
 *
 * @param touched what changed: what was paid for, or such a fee itself.
 * @returns the fees that are not as they were.
 */
export async function followPaidFor(tx: Tx, userId: string, touched: readonly string[]): Promise<string[]> {
  // Most histories have none: what was touched, which may be all of a long file, is not asked about then.
  const some = await tx.maybe(sql`
    select 1 from transactions where user_id = ${userId} and fee_of is not null and event_id is null limit 1`)
  if (some === undefined) return []
  const { version: journalVersion } = await tx.one<{ version: string }>(sql`
    select version from journals where user_id = ${userId}`)
  const fees = sql`
    select f.id, p.at, p.deleted_at is not null as is_gone, f.deleted_at is not null as was_gone from transactions f
    join transactions p on p.user_id = f.user_id and p.fingerprint = f.fee_of
    join customers c on c.user_id = f.user_id
    where f.user_id = ${userId} and f.fee_of is not null and f.event_id is null and f.removed_at is null
      and (f.id = any (${touched}) or p.id = any (${touched}))
      and (c.locked_before is null or least(f.at, p.at) >= c.locked_before)`
  const moved = await tx.all<{ id: string }>(sql`
    update transactions t set at = w.at, journal_version = ${journalVersion} from (${fees}) w
    where t.user_id = ${userId} and t.id = w.id and t.at <> w.at returning t.id`)
  const turned = await tx.all<{ id: string; is_gone: boolean }>(sql`
    select w.id, w.is_gone from (${fees}) w where w.is_gone <> w.was_gone and (w.is_gone or exists (
      select 1 from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null
      where e.user_id = ${userId} and e.target = 'added' and e.target_id = w.id))`)
  const gone = turned.filter(({ is_gone }) => is_gone).map(({ id }) => id)
  const turnedIds = turned.map(({ id }) => id)
  await settleRemoved(tx, { userId, journalVersion }, turnedIds)
  if (gone.length > 0) await closeFindings(tx, userId, gone)
  return [...new Set([...moved.map(({ id }) => id), ...turnedIds])]
}
