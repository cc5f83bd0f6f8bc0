import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Open a finding for transactions that look like one told twice: same account, same assets and amounts, within two
 * seconds, from different files. They are never merged by themselves: two equal fills are real.
 */
export async function findDuplicates(tx: Tx, userId: string, touched: readonly string[]): Promise<void> {
  if (touched.length === 0) return
  const pairs = await tx.all<{ id: string; other: string }>(sql`
    select t.id, min(o.id::text) as other
    from transactions t join transactions o on o.user_id = t.user_id and o.account_id = t.account_id and o.id <> t.id
      and o.at between t.at - interval '2 s' and t.at + interval '2 s' and o.deleted_at is null
      and (o.from_asset, o.from_amount, o.to_asset, o.to_amount)
        is not distinct from (t.from_asset, t.from_amount, t.to_asset, t.to_amount)
    where t.user_id = ${userId} and t.id = any (${touched}) and t.deleted_at is null
      and exists (select 1 from records a where a.user_id = t.user_id and a.transaction_id = t.id)
      and exists (select 1 from records b where b.user_id = t.user_id and b.transaction_id = o.id)
      and not exists (
        select 1 from records a join records b on b.user_id = a.user_id and b.connection_id = a.connection_id
        where a.user_id = t.user_id and a.transaction_id = t.id and b.transaction_id = o.id)
    group by t.id`)
  const rows = pairs.map(({ id, other }) => ({ finding: newId(), id, other }))
  await tx.run(sql`
    insert into findings (user_id, id, code, subject, subject_id, severity, note, created_at, updated_at)
    select ${userId}, finding, 'possible_duplicate', 'transaction', id, 'warning', other, now(), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (finding uuid, id text, other text)
    on conflict (user_id, code, subject, subject_id) do update set note = excluded.note, updated_at = now(),
      state = case when findings.state = 'accepted' then 'accepted' else 'open' end`)
}
