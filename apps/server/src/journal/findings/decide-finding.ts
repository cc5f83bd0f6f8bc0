import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import type { ChangeEdit } from '../transactions/changes.ts'
import { isGone } from './subject-exists.ts'
import type { Editor } from '../transactions/editor.ts'

/** A person's decision about a finding, as it is kept with it. */
export interface Decision {
  /** `accept`, or the option that was chosen. */
  readonly choice: string
  readonly note: string | null
  readonly at: string
}

/** Content of an edit of a finding. */
interface FindingWord {
  readonly state: 'open' | 'accepted' | 'resolved'
  readonly decision: Decision | null
}

/**
 * Put findings into a state, with what was decided; whoever calls records the change. `resolved` is for what the decision
 * answered in the journal: should it come up again, it is open again.
 */
export async function decideFindings(
  tx: Tx,
  { userId, now }: Editor,
  ids: readonly string[],
  state: FindingWord['state'],
  decision: Omit<Decision, 'at'> | null,
): Promise<ChangeEdit[]> {
  const after: FindingWord = {
    state,
    decision: decision === null ? null : { ...decision, at: now.toISOString() },
  }
  const before = await tx.all<FindingWord & { id: string }>(sql`
    select id, state, decision from findings where user_id = ${userId} and id = any (${ids}) order by id for update`)
  await tx.run(sql`
    update findings set state = ${state}, decision = ${after.decision === null ? null : JSON.stringify(after.decision)}::jsonb,
      updated_at = ${now} where user_id = ${userId} and id = any (${ids})`)
  return before.map(({ id, ...word }) => ({ target: 'finding', targetId: id, before: word, after }))
}

/**
 * Put findings back to the newest decision that was not taken back, else open; what no longer holds, settling the journal
 * or the next calculation closes. Of a transaction that is gone nothing is asked until it is back.
 *
 * @returns the transactions they are about.
 */
export async function restoreFindings(tx: Tx, userId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await joinedByHash(
    tx,
    () =>
      tx.all<{ subject: string; subject_id: string }>(sql`
      update findings f set updated_at = now(), state = coalesce(w.after ->> 'state', case when ${isGone} then 'resolved' else 'open' end),
        decision = case when jsonb_typeof(w.after -> 'decision') = 'object' then w.after -> 'decision' end
      from unnest(${ids}::uuid[]) as i (id) left join (
        select distinct on (e.target_id) e.target_id, e.after
        from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)
        where e.user_id = ${userId} and e.target = 'finding' and e.target_id = any (${ids}) and c.undone_at is null
        order by e.target_id, c.at desc, c.id desc
      ) w on w.target_id = i.id
      where f.user_id = ${userId} and f.id = i.id returning f.subject, f.subject_id`),
    ids.length,
  )
  return rows.filter((row) => row.subject === 'transaction').map((row) => row.subject_id)
}
