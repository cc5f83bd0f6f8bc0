import { duplicatesAcrossFiles } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Open a finding for transactions that look like one told twice (`duplicatesAcrossFiles`): same account, same assets, from different files. They are never
 * merged by themselves: two equal fills are real. Of two only one is asked about, and what was said of it stands for both.
 *
 * @param accountIds of all that was touched.
 */
export async function findDuplicates(
  tx: Tx,
  userId: string,
  accountIds: readonly string[],
  touched: readonly string[],
): Promise<void> {
  if (touched.length === 0 || !(await hasSeveralSources(tx, userId))) return
  const concerned = new Set(touched)
  const told = await maybeTold(tx, userId, accountIds)
  const rows = [...duplicatesAcrossFiles(told)].flatMap(([one, other]) =>
    concerned.has(one.id) ? [{ finding: newId(), id: one.id, other: other.id }] : [],
  )
  if (rows.length === 0) return
  await tx.run(sql`
    insert into findings (user_id, id, code, subject, subject_id, severity, note, created_at, updated_at)
    select ${userId}, finding, 'possible_duplicate', 'transaction', id, 'warning', other, now(), now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (finding uuid, id text, other text)
    where not exists (select 1 from findings g where g.user_id = ${userId} and g.code = 'possible_duplicate' and g.subject_id = r.other
      and g.note = r.id and g.state <> 'resolved')
    on conflict (user_id, code, subject, subject_id) do update set note = excluded.note, updated_at = now(),
      state = case when findings.state = 'accepted' then 'accepted' else 'open' end`)
}

/** Nothing is told twice by one file. */
async function hasSeveralSources(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx.all(sql`
    select from connections where user_id = ${userId} and deleted_at is null limit 2`)
  return rows.length === 2
}

/** The transactions of accounts that may have a duplicate, in order of time, each with the live connections that tell it. */
async function maybeTold(tx: Tx, userId: string, accountIds: readonly string[]) {
  // One pass in order of time: a join of equals with equals takes minutes on a long history.
  const rows = await tx.all<{
    id: string
    at: Date
    equals: string
    out: string | null
    into: string | null
    name: string | null
    connections: readonly string[]
  }>(sql`
    select n.id, n.at, n.equals::text, trim_scale(n.from_amount)::text as out, trim_scale(n.to_amount)::text as into, n.external_id as name, c.connections from (
      select t.*, dense_rank() over (order by account_id, from_asset, to_asset) as equals,
        t.at - lag(t.at) over near <= interval '2 s' or lead(t.at) over near - t.at <= interval '2 s' as is_near,
        from_asset is not null and to_asset is not null and bool_or(date_trunc('minute', t.at) = t.at) over (
          near range between interval '60 s' preceding and interval '60 s' following) as is_minute,
        from_asset is not null and to_asset is not null and (
          t.at - lag(t.at) over same <= interval '26 h' or lead(t.at) over same - t.at <= interval '26 h') as is_same,
        from_asset is not null and to_asset is not null and external_id is not null and count(*) over named > 1 as is_named
      from transactions t where t.user_id = ${userId} and t.deleted_at is null and not t.is_ignored and t.account_id = any (${accountIds})
      window near as (partition by account_id, from_asset, to_asset order by at),
        same as (partition by account_id, from_asset, from_amount, to_asset, to_amount order by at),
        named as (partition by account_id, from_asset, to_asset, external_id)
    ) n join lateral (
      select array_agg(distinct r.connection_id::text) as connections from records r
      join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id) and c.deleted_at is null
      where r.user_id = ${userId} and r.transaction_id = n.id
    ) c on c.connections is not null
    where n.is_near or n.is_minute or n.is_same or n.is_named
    order by n.at, n.id`)
  return rows.map(({ id, at, equals, out, into, name, connections }) => ({
    id,
    at: at.getTime(),
    equals,
    amounts: [out, into] as const,
    name,
    reportedBy: connections,
  }))
}
