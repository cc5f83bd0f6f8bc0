import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { layEdits } from '../transactions/overlay.ts'
import { type Spot, spotOf } from './match-sides.ts'

/** A finding of what looks the same twice: of which transaction, and as which other. */
interface Pair {
  readonly id: string
  readonly one: string
  readonly other: string
}

/** Those that are about any of some transactions, on either side. */
function pairsOf(tx: Tx, userId: string, touched: readonly string[]): Promise<Pair[]> {
  return tx.all<Pair>(sql`
    select f.id, f.subject_id as one, f.note as other from findings f
    where f.user_id = ${userId} and f.state in ('open', 'accepted', 'resolved') and f.code = 'possible_duplicate'
      and f.subject = 'transaction' and (f.subject_id = any (${touched}) or f.note = any (${touched}))`)
}

/** Findings `f` of some pairs with their transactions `s` and `o`, each looked up by its key. */
function among(userId: string, pairs: readonly Pair[]): Sql {
  return sql`f.user_id = ${userId} and f.id = any (${pairs.map(({ id }) => id)})
    and s.user_id = ${userId} and s.id = f.transaction_id and s.id = any (${pairs.map(({ one }) => one)})
    and o.user_id = ${userId} and o.id = f.note::uuid and o.id = any (${pairs.map(({ other }) => other)})`
}

/** Whether the transactions `s` and `o` still look like one told twice (`findDuplicates`), and both count. */
const looksTheSame = sql`(s.deleted_at is null and o.deleted_at is null and not s.is_ignored and not o.is_ignored
  and s.account_id = o.account_id and (s.from_asset, s.to_asset) is not distinct from (o.from_asset, o.to_asset)
  and case when s.from_asset is null or s.to_asset is null
    then (s.from_amount, s.to_amount) is not distinct from (o.from_amount, o.to_amount)
      and s.at between o.at - interval '2 s' and o.at + interval '2 s'
    else s.external_id = o.external_id
      or ((s.from_amount, s.to_amount) = (o.from_amount, o.to_amount) and s.at between o.at - interval '26 h' and o.at + interval '26 h')
      -- One may be a part of the other, at the same price.
      or (abs(s.from_amount * o.to_amount - o.from_amount * s.to_amount) * 50 <= abs(s.from_amount * o.to_amount)
        and s.at between o.at - interval '60 s' and o.at + interval '60 s')
    end is true
  and not exists (select 1 from records r join connections c on (c.user_id, c.id) = (r.user_id, r.connection_id) and c.deleted_at is null
    join records q on (q.user_id, q.connection_id) = (r.user_id, r.connection_id) and q.transaction_id = o.id
    where r.user_id = s.user_id and r.transaction_id = s.id))`

/** Whether what is the same as `s` counts by another name than `o`: of three tellings one is enough. */
const countsElsewhere = sql`exists (select 1 from transactions x where x.user_id = s.user_id and x.account_id = s.account_id
  and x.at between s.at - interval '2 s' and s.at + interval '2 s' and x.id not in (s.id, o.id) and x.deleted_at is null and not x.is_ignored
  and (x.from_asset, x.from_amount, x.to_asset, x.to_amount)
    is not distinct from (s.from_asset, s.from_amount, s.to_asset, s.to_amount))`

/**
 * A transaction that a person called a duplicate is ignored because the other one counts: while the other is gone, the word rests, and this one
 * counts. Back with the other it stands again. What is locked stays.
 *
 * @returns the transactions that are not as they were, and the sides of transfers that they were.
 */
export async function restDuplicates(
  tx: Tx,
  userId: string,
  touched: readonly string[],
): Promise<{ readonly turned: readonly string[]; readonly was: readonly Spot[] }> {
  const pairs = await pairsOf(tx, userId, touched)
  if (pairs.length === 0) return { turned: [], was: [] }
  const turn = sql`
    update edits u set withdrawn_at = case when w.rests then now() end from (
      select e.id, o.deleted_at is not null and not ${countsElsewhere} as rests
      from findings f, transactions s, transactions o, customers p, edits d, changes c, edits e
      where ${among(userId, pairs)} and p.user_id = ${userId} and (p.locked_before is null or s.at >= p.locked_before)
        and d.user_id = ${userId} and d.target = 'finding' and d.target_id = f.id and d.target_id = any (${pairs.map(({ id }) => id)})
        and d.after -> 'decision' ->> 'choice' in ('duplicate', 'ignore')
        and (c.user_id, c.id) = (d.user_id, d.change_id) and c.undone_at is null
        and (e.user_id, e.change_id) = (c.user_id, c.id) and e.target = 'transaction' and e.target_id = s.id
        and e.target_id = any (${pairs.map(({ one }) => one)})
    ) w where u.user_id = ${userId} and u.id = w.id and (u.withdrawn_at is not null) <> w.rests returning u.target_id as id`
  const turned = await joinedByHash(tx, () => tx.all<{ id: string }>(turn), pairs.length)
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
  const pairs = await pairsOf(tx, userId, touched)
  if (pairs.length === 0) return
  const isFirst = sql`not exists (
    select 1 from findings g where g.user_id = f.user_id and g.code = f.code and g.subject_id = f.note and g.note = f.subject_id
      and (g.state <> 'resolved' or (g.decision is null and g.id < f.id)))`
  const settle = sql`
    update findings f set state = case when w.is_so then 'open' else 'resolved' end, updated_at = now()
    from transactions s, transactions o, lateral (select ${looksTheSame} as is_so) w
    where ${among(userId, pairs)} and (f.state = 'open' or (f.state = 'resolved' and f.decision is null))
      and w.is_so <> (f.state = 'open') and (${isFirst} or not w.is_so)`
  await joinedByHash(tx, () => tx.run(settle), pairs.length)
}
