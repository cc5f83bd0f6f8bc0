import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'

/**
 * Take transactions out, or bring them back, as the last of what persons said of each has it. What comes back is there
 * only where a file still tells it, or a person added it; a fee that a person added, where what it was paid for is there. The rows that tell a
 * further fee of a file are those of its event.
 */
export async function settleRemoved(
  tx: Tx,
  at: { readonly userId: string; readonly journalVersion: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  // Each looked up by its key: what the planner takes for a customer's only row it would look through beside each.
  const settle = sql`
    with said as materialized (
      select distinct on (e.target_id) e.target_id, coalesce((e.after -> 'removed')::boolean, false) as is_removed
      from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null
      where e.user_id = ${at.userId} and e.target in ('removed', 'added') and e.target_id = any (${ids})
      order by e.target_id, c.at desc, c.id desc
    ), told as materialized (
      select r.transaction_id from records r
      join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id) and c.deleted_at is null
      where r.user_id = ${at.userId} and r.transaction_id = any (${ids})
    ), added as materialized (
      select e.target_id from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null
      where e.user_id = ${at.userId} and e.target = 'added' and e.target_id = any (${ids})
    ) update transactions t set journal_version = ${at.journalVersion},
      removed_at = case when w.is_removed then coalesce(t.removed_at, now()) end,
      deleted_at = case when w.is_removed or not w.is_told then coalesce(t.deleted_at, now()) end
    from (
      select u.id, coalesce(s.is_removed, false) as is_removed, u.id in (select transaction_id from told)
        or (u.fee_of is not null and exists (select 1 from records r
          join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id) and c.deleted_at is null
          where r.user_id = u.user_id and r.transaction_id in (
            select o.id from transactions o where o.user_id = u.user_id and o.event_id = u.event_id)))
        or (u.id in (select target_id from added)
          and exists (select 1 from accounts a where (a.user_id, a.id) = (u.user_id, u.account_id) and a.deleted_at is null)
          and (u.fee_of is null or exists (select 1 from transactions p
            where p.user_id = u.user_id and p.fingerprint = u.fee_of and p.deleted_at is null))) as is_told
      from transactions u left join said s on s.target_id = u.id where u.user_id = ${at.userId} and u.id = any (${ids})
    ) w
    where t.user_id = ${at.userId} and t.id = w.id and t.id = any (${ids})`
  await joinedByHash(tx, () => tx.run(settle), ids.length)
}
