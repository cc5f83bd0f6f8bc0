import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { layEdits } from '../transactions/overlay.ts'
import { type Spot, spotOf } from './match-sides.ts'

/** Findings `f` of what looks the same twice that are about any of some transactions, on either side. */
const about = (userId: string, touched: readonly string[]) => sql`
  f.user_id = ${userId} and f.state in ('open', 'accepted', 'resolved') and f.code = 'possible_duplicate'
  and f.subject = 'transaction' and (f.subject_id = any (${touched}) or f.note = any (${touched}))`

/** Whether the transactions `s` and `o` still look like one told twice (`findDuplicates`), and both count. */
const looksTheSame = sql`(s.deleted_at is null and o.deleted_at is null and not s.is_ignored and not o.is_ignored
  and s.account_id = o.account_id and (s.from_asset, s.from_amount, s.to_asset, s.to_amount)
    is not distinct from (o.from_asset, o.from_amount, o.to_asset, o.to_amount)
  and s.at between o.at - interval '2 s' and o.at + interval '2 s'
  and not exists (select 1 from records r join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id) and c.deleted_at is null
    join records q on (q.user_id, q.connection_id) = (r.user_id, r.connection_id) and q.transaction_id = o.id
    where r.user_id = s.user_id and r.transaction_id = s.id))`

/** Whether what is the same as `s` counts by another name than `o`: of three tellings one is enough. */
const countsElsewhere = sql`exists (select 1 from transactions x where x.user_id = s.user_id and x.account_id = s.account_id
  and x.at between s.at - interval '2 s' and s.at + interval '2 s' and x.id not in (s.id, o.id) and x.deleted_at is null and not x.is_ignored
  and (x.from_asset, x.from_amount, x.to_asset, x.to_amount)
    is not distinct from (s.from_asset, s.from_amount, s.to_asset, s.to_amount))`

/**
 * Who says that one is the same as another has it ignored because the other counts: while that is gone, the word rests, and this one
 * counts. Back with the other it stands again. What is locked stays.
 *
 * @returns the transactions that are not as they were, and the sides of transfers that they were.
 */
export async function restDuplicates(
  tx: Tx,
  userId: string,
  touched: readonly string[],
): Promise<{ readonly turned: readonly string[]; readonly was: readonly Spot[] }> {
  // Found once, whatever the planner thinks of edits: of none it would look for these anew beside each.
  const turned = await tx.all<{ id: string }>(sql`
    with w as materialized (
      select e.id, o.deleted_at is not null and not ${countsElsewhere} as rests from findings f
      join transactions o on o.user_id = f.user_id and o.id = f.note::uuid
      join transactions s on s.user_id = f.user_id and s.id = f.subject_id::uuid
      join customers p on p.user_id = f.user_id and (p.locked_before is null or s.at >= p.locked_before)
      join edits d on d.user_id = f.user_id and d.target = 'finding' and d.target_id = f.id
        and d.after -> 'decision' ->> 'choice' in ('duplicate', 'ignore')
      join changes c on (c.user_id, c.id) = (d.user_id, d.change_id) and c.undone_at is null
      join edits e on (e.user_id, e.change_id) = (c.user_id, c.id) and e.target = 'transaction' and e.target_id = s.id
      where ${about(userId, touched)}
    ) update edits u set withdrawn_at = case when w.rests then now() end from w where u.user_id = ${userId} and u.id = w.id and (u.withdrawn_at is not null) <> w.rests returning u.target_id as id`)
  const was: Spot[] = []
  if (turned.length === 0) return { turned: [], was }
  const { version: journalVersion } = await tx.one<{ version: string }>(sql`
    select version from journals where user_id = ${userId}`)
  const ids = [...new Set(turned.map(({ id }) => id))]
  await layEdits(tx, { userId, journalVersion }, ids, (before) => was.push(...spotOf(before)))
  return { turned: ids, was }
}

/**
 * Close the question whether one is told twice where it no longer is, since one of the two is ignored, gone or another by now: the answer
 * would take out what is left. Once both are there again and nothing was decided, it is asked again, of one of them.
 */
export async function settleDuplicates(tx: Tx, userId: string, touched: readonly string[]): Promise<void> {
  const isFirst = sql`not exists (
    select 1 from findings g where g.user_id = f.user_id and g.code = f.code and g.subject_id = f.note and g.note = f.subject_id
      and (g.state <> 'resolved' or (g.decision is null and g.id < f.id)))`
  await tx.run(sql`
    update findings f set state = case when w.is_so then 'open' else 'resolved' end, updated_at = now()
    from transactions s, transactions o, lateral (select ${looksTheSame} as is_so) w
    where ${about(userId, touched)} and (f.state = 'open' or (f.state = 'resolved' and f.decision is null))
      and s.user_id = f.user_id and s.id = f.subject_id::uuid and o.user_id = f.user_id and o.id = f.note::uuid
      and w.is_so <> (f.state = 'open') and (${isFirst} or not w.is_so)`)
}
