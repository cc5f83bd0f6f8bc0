import { toldTwice } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Open a finding for transactions that look like one told twice: same account, same assets and amounts, within two
 * seconds, from different files. They are never merged by themselves: two equal fills are real. Of two only one is asked about, and what
 * was said of it stands for both.
 *
 * @param accountIds of all that was touched.
 */
export async function findDuplicates(
  tx: Tx,
  userId: string,
  accountIds: readonly string[],
  touched: readonly string[],
): Promise<void> {
  if (touched.length === 0) return
  // One pass in order of time: a join of equals with equals takes minutes on a long history.
  const near = await tx.all<{ id: string; at: Date; equals: string; connections: readonly string[] }>(sql`
    select n.id, n.at, n.equals::text, c.connections from (
      select t.id, t.at, dense_rank() over (order by account_id, from_asset, from_amount, to_asset, to_amount) as equals,
        lag(t.at) over same_one as before, lead(t.at) over same_one as after
      from transactions t where t.user_id = ${userId} and t.deleted_at is null and not t.is_ignored and t.account_id = any (${accountIds})
      window same_one as (partition by account_id, from_asset, from_amount, to_asset, to_amount order by at, id)
    ) n join lateral (
      select array_agg(distinct r.connection_id::text) as connections from records r
      join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id) and c.deleted_at is null
      where r.user_id = ${userId} and r.transaction_id = n.id
    ) c on c.connections is not null
    where n.at - n.before <= interval '2 s' or n.after - n.at <= interval '2 s'
    order by n.equals, n.at, n.id`)
  const concerned = new Set(touched)
  const told = near.map((one) => ({ ...one, at: one.at.getTime(), toldBy: one.connections }))
  const rows = told.flatMap((one, i) => {
    const other = concerned.has(one.id) ? toldTwice(told, i) : undefined
    return other === undefined ? [] : [{ finding: newId(), id: one.id, other: other.id }]
  })
  await tx.run(sql`
    insert into findings (user_id, id, code, subject, subject_id, severity, note, created_at, updated_at)
    select ${userId}, finding, 'possible_duplicate', 'transaction', id, 'warning', other, now(), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (finding uuid, id text, other text)
    where not exists (select 1 from findings g where g.user_id = ${userId} and g.code = 'possible_duplicate' and g.subject_id = r.other
      and g.note = r.id and g.state <> 'resolved')
    on conflict (user_id, code, subject, subject_id) do update set note = excluded.note, updated_at = now(),
      state = case when findings.state = 'accepted' then 'accepted' else 'open' end`)
}
