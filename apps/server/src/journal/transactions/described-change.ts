import type { ToldChange } from '@lotbook/contract'
import { sql } from '../../platform/sql.ts'

/** Columns of a change `c` that its description needs. */
export interface ChangeRow {
  readonly id: string
  readonly kind: string
  readonly summary: string
  readonly at: Date
  readonly actor_id: string
  readonly rows: string
  readonly rule_is_on: boolean
}

/**
 * The columns of `ChangeRow`. Its rows are the transactions that an undo puts back: of what a change did to several kinds of
 * things the most of one kind, since a match or an item of the queue goes with its transaction, as two items of one do.
 */
export const changeColumns = sql`c.id, c.kind, c.summary, c.at, c.actor_id,
  (select coalesce(max(k.n), 0) from (
    select case x.target when 'finding' then count(distinct f.subject_id) else count(*) end as n
    from edits x left join findings f on x.target = 'finding' and (f.user_id, f.id) = (x.user_id, x.target_id)
    where (x.user_id, x.change_id) = (c.user_id, c.id) and x.withdrawn_at is null and x.target <> 'added' group by x.target
  ) k) as rows,
  exists (select 1 from rules r where (r.user_id, r.id) = (c.user_id, c.rule_id) and r.is_active and r.deleted_at is null)
    as rule_is_on`

/** A change as it is told to the customer. */
export function toldChange(row: ChangeRow, userId: string): ToldChange {
  return {
    id: row.id,
    kind: row.kind,
    summary: row.summary,
    at: row.at.toISOString(),
    by: row.kind === 'rule' ? 'a rule' : row.actor_id === userId ? 'you' : 'your tax professional',
    rows: Number(row.rows),
    rule_is_on: row.rule_is_on,
  }
}
