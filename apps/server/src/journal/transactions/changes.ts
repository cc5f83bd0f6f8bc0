import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import type { Editor } from './editor.ts'

/** The effect of a change on one thing. Each kind of target has its own way back (`undo-change.ts`). */
export interface ChangeEdit {
  readonly target: 'transaction' | 'match' | 'finding' | 'added' | 'removed'
  readonly targetId: string
  readonly before: object | null
  readonly after: object | null
}

export interface NewChange {
  readonly kind: 'edit' | 'bulk_edit' | 'match' | 'review' | 'rule'
  /** One short sentence without its end, as the history shows it. */
  readonly summary: string
  readonly edits: readonly ChangeEdit[]
  /** The rule whose act it is. */
  readonly ruleId?: string
}

/** Rows of one statement. */
const CHUNK = 5_000

/** Write down one act of one person, with all that it did. */
export async function recordChange(
  tx: Tx,
  { userId, actorId, now }: Editor,
  { kind, summary, edits, ruleId }: NewChange,
): Promise<string> {
  const changeId = newId()
  await tx.run(sql`
    insert into changes (user_id, id, actor_id, kind, summary, at, rule_id)
    values (${userId}, ${changeId}, ${actorId}, ${kind}, ${summary}, ${now}, ${ruleId ?? null})`)
  for (let from = 0; from < edits.length; from += CHUNK) {
    const rows = edits.slice(from, from + CHUNK)
    const text = (value: object | null) => value && JSON.stringify(value)
    await tx.run(sql`
      insert into edits (user_id, id, change_id, target, target_id, before, after)
      select ${userId}, id, ${changeId}, target, target_id, before, after
      from unnest(${rows.map(() => newId())}::uuid[], ${rows.map(({ target }) => target)}::text[],
        ${rows.map(({ targetId }) => targetId)}::uuid[], ${rows.map(({ before }) => text(before))}::jsonb[],
        ${rows.map(({ after }) => text(after))}::jsonb[]) as r (id, target, target_id, before, after)`)
  }
  return changeId
}
