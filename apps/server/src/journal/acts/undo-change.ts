import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { dropEmptyClaims } from '../edits/claim-accounts.ts'
import { restoreMatches } from '../edits/decide-match.ts'
import { restoreFindings } from '../findings/decide-finding.ts'
import { settleRules } from '../rules/settle-rules.ts'
import { removeAdded } from '../transactions/add-transaction.ts'
import type { ChangeEdit } from '../transactions/changes.ts'
import { checkLock } from '../transactions/check-lock.ts'
import { type Spot, spotOf } from '../matching/match-sides.ts'
import { checked, fewOnly, tellEdited } from '../edits/edit-transaction.ts'
import { recount, writeJournal } from '../transactions/write-journal.ts'
import { layEdits } from '../transactions/overlay.ts'
import { settleRemoved } from '../transactions/settle-removed.ts'
import { settleJournal } from '../settling/settle-journal.ts'
import type { Editor } from '../transactions/editor.ts'

/** A change of more rows than these is taken back by a job. */
export const UNDONE_AT_ONCE = 1_000

/**
 * Take a change back, as a change of its own: everything it touched becomes what the other live changes make of it.
 *
 * @param switchRuleOff - where a rule made it, the rule asks nothing that comes later either.
 * @returns the transactions concerned.
 */
export async function undoChange(
  tx: Tx,
  editor: Editor,
  changeId: string,
  { switchRuleOff = false }: { readonly switchRuleOff?: boolean } = {},
): Promise<readonly string[]> {
  const { userId } = editor
  const journalVersion = await writeJournal(tx, userId)
  const change = await tx.maybe<{ undone_at: Date | null; undoes: string | null; summary: string }>(sql`
    select undone_at, undoes, summary from changes where user_id = ${userId} and id = ${changeId} for update`)
  if (change === undefined || change.undoes !== null) refuse('not_found')
  if (change.undone_at !== null) refuse('already_undone')

  const targets = await tx.all<{ target: string; target_id: string }>(sql`
    select target, target_id from edits where user_id = ${userId} and change_id = ${changeId} order by id`)
  const of = (target: ChangeEdit['target']) =>
    targets.filter((row) => row.target === target).map((row) => row.target_id)
  await tx.run(sql`
    update changes c set undone_at = ${editor.now},
      undone_revision = (select r.revision from rules r where r.user_id = c.user_id and r.id = c.rule_id)
    where c.user_id = ${userId} and c.id = ${changeId}`)
  if (switchRuleOff)
    await tx.run(sql`
      update rules r set is_active = false from changes c
      where c.user_id = ${userId} and c.id = ${changeId} and (r.user_id, r.id) = (c.user_id, c.rule_id)`)
  await tx.run(sql`
    insert into changes (user_id, id, actor_id, kind, summary, at, undoes)
    values (${userId}, ${newId()}, ${editor.actorId}, 'undo', ${`Undid: ${change.summary}`}, ${editor.now}, ${changeId})`)
  const edited = of('transaction')
  const was: Spot[] = []
  await checkLock(tx, userId, [...edited, ...of('removed')])
  await layEdits(tx, { userId, journalVersion }, edited, (before, after) => {
    checked(after, undefined)
    was.push(...spotOf(before))
  })
  await checkLock(tx, userId, edited)
  const removed = of('removed')
  await settleRemoved(tx, { userId, journalVersion }, [...removed, ...of('added')])
  // The person's edit no longer keeps a rule from applying.
  await settleRules(tx, editor, journalVersion, [...new Set([...edited, ...removed])])
  const matched = await restoreMatches(tx, userId, of('match'))
  const added = of('added')
  await removeAdded(tx, { userId, journalVersion }, added)
  const reviewed = await restoreFindings(tx, userId, of('finding'))
  const ids = [...new Set([...edited, ...matched, ...reviewed, ...added, ...removed])]
  await settleJournal(tx, userId, ids, { was: fewOnly(was, ids) })
  await recount(tx, userId)
  await dropEmptyClaims(tx, userId, added)
  await tellEdited(tx, userId, ids)
  return ids
}
