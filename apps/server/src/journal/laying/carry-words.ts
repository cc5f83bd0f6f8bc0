import type { Tx } from '../../platform/database.ts'
import { identifier, sql } from '../../platform/sql.ts'
import { layEdits } from '../transactions/overlay.ts'
import { settleRemoved } from '../transactions/settle-removed.ts'

/** A file that was read anew under other answers, and the journal that is written. */
export interface ReadAnew {
  readonly userId: string
  readonly journalVersion: string
  readonly uploadId: string
}

/**
 * Carry what persons said of a file's rows over to what the same lines are now. A row that a provider gives no name is called by its instant, so
 * another time zone makes other transactions of a file; what was corrected, matched, decided, named and added to the line is meant of these. Only
 * where one is told by the very lines of the other, and no other file tells the old one still.
 *
 * @returns the transactions that have words of persons now.
 */
export async function carryWords(tx: Tx, { userId, journalVersion, uploadId }: ReadAnew): Promise<string[]> {
  const wasRead = await tx.maybe(sql`
    select 1 from connections o join connections n on (n.user_id, n.upload_id) = (o.user_id, o.upload_id) and n.deleted_at is null
    where o.user_id = ${userId} and o.upload_id = ${uploadId} and o.deleted_at is not null and o.read_as <> n.read_as limit 1`)
  if (wasRead === undefined) return []
  const told = (isLive: boolean) => sql`
    select distinct r.line, r.transaction_id as id from records r join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id)
    join transactions t on (t.user_id, t.id) = (r.user_id, r.transaction_id)
    where c.user_id = ${userId} and c.upload_id = ${uploadId} and (c.deleted_at is null) = ${isLive}
      and ${
        isLive
          ? sql`true`
          : sql`(t.deleted_at is not null and not exists (select 1 from records q
        join connections d on (d.user_id, d.id) = (q.user_id, q.connection_id) and d.deleted_at is null
        where q.user_id = t.user_id and q.transaction_id = t.id) and ${hasWords})`
      }`
  const pairs = await tx.all<{ old: string; now: string }>(sql`
    select old, now from (
      select o.id as old, n.id as now, count(*) over (partition by o.id) as news, count(*) over (partition by n.id) as olds
      from (${told(false)}) o join (${told(true)}) n on n.line = o.line group by o.id, n.id
    ) p where p.news = 1 and p.olds = 1 order by p.old`)
  if (pairs.length === 0) return []
  const moved = sql`unnest(${pairs.map(({ old }) => old)}::uuid[], ${pairs.map(({ now }) => now)}::uuid[]) as p (old, now)`
  await tx.run(sql`
    update edits e set target_id = p.now from ${moved}, changes c
    where e.user_id = ${userId} and e.target in ('transaction', 'removed') and e.target_id = p.old
      and (c.user_id, c.id) = (e.user_id, e.change_id) and c.rule_id is null`)
  await tx.run(sql`
    update match_sides s set transaction_id = p.now from ${moved}, matches m
    where s.user_id = ${userId} and s.transaction_id = p.old and (m.user_id, m.id) = (s.user_id, s.match_id) and m.made_by = 'person'`)
  await tx.run(sql`
    delete from findings f using ${moved} where f.user_id = ${userId} and f.subject = 'transaction' and f.subject_id = p.now::text
      and exists (select 1 from findings g where g.user_id = f.user_id and g.code = f.code and g.subject_id = p.old::text
        and g.subject = 'transaction' and g.decision is not null)`)
  await tx.run(sql`
    update findings f set subject_id = p.now::text from ${moved}
    where f.user_id = ${userId} and f.subject = 'transaction' and f.subject_id = p.old::text and f.decision is not null`)
  // Fees that were added come back, at the instant that is now, as what they were paid for is there (`followPaidFor`).
  await tx.run(sql`
    update transactions f set fee_of = n.fingerprint, account_id = n.account_id, journal_version = ${journalVersion}
    from ${moved}, transactions o, transactions n
    where f.user_id = ${userId} and f.fee_of = o.fingerprint and f.event_id is null
      and (o.user_id, o.id) = (f.user_id, p.old) and (n.user_id, n.id) = (f.user_id, p.now)`)
  // Lots named for a sale, on either side of the naming. What was named of the row as it is now stands before it.
  await tx.run(sql`
    update lot_identifications i set transaction_id = p.now from ${moved}
    where i.user_id = ${userId} and i.transaction_id = p.old and not exists (
      select 1 from lot_identifications n where n.user_id = i.user_id and n.transaction_id = p.now and n.replaced_at is null)`)
  await tx.run(sql`
    update lot_choices c set transaction_id = p.now from ${moved}
    where c.user_id = ${userId} and c.transaction_id = p.old and not exists (
      select 1 from lot_choices n where n.user_id = c.user_id and n.transaction_id = p.now)`)
  await tx.run(sql`
    update lot_choices c set lot_id = p.now from ${moved}
    where c.user_id = ${userId} and c.lot_id = p.old and not exists (
      select 1 from lot_choices n where (n.user_id, n.transaction_id, n.lot_id) = (c.user_id, c.transaction_id, p.now))`)
  // Lots that a filed return used: the line is the same, and so are they.
  for (const id of ['transaction_id', 'lot_id'] as const)
    await tx.run(sql`
      update filed_lots f set ${identifier(id)} = p.now from ${moved}
      where f.user_id = ${userId} and f.${identifier(id)} = p.old`)
  const ids = pairs.map(({ now }) => now)
  const at = { userId, journalVersion }
  await layEdits(tx, at, [...pairs.map(({ old }) => old), ...ids])
  await settleRemoved(tx, at, ids)
  return ids
}

/** Whether persons said something of the transaction `t`. */
const hasWords = sql`(exists (select 1 from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.rule_id is null
    where e.user_id = t.user_id and e.target in ('transaction', 'removed') and e.target_id = t.id)
  or exists (select 1 from match_sides s join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.made_by = 'person'
    where s.user_id = t.user_id and s.transaction_id = t.id)
  or exists (select 1 from findings f where f.user_id = t.user_id and f.transaction_id = t.id
    and f.decision is not null)
  or exists (select 1 from transactions f where f.user_id = t.user_id and f.fee_of = t.fingerprint and f.event_id is null)
  or exists (select 1 from lot_identifications i where i.user_id = t.user_id and i.transaction_id = t.id)
  or exists (select 1 from lot_choices l where l.user_id = t.user_id and l.lot_id = t.id)
  or exists (select 1 from filed_lots f where f.user_id = t.user_id and (f.transaction_id = t.id or f.lot_id = t.id)))`
