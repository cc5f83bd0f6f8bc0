import { bytesOfId, MatchPlacer, SideLacking, type EntryIndex, type PlacedMatch } from '@lotbook/tax'
import { eachRow, fewRows } from '../../platform/copy-out.ts'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'

/**
 * Made matches by the positions of their sides in the packed journal, in the order of their departures; one with a side that
 * is ignored or gone is none.
 *
 * @param since those with a side at this instant or later; all, where it is undefined.
 *
 * @throws SideLacking where the packed journal lacks a side that is neither: rather no result than one without its transfers.
 */
export async function placedMatches(
  tx: Tx,
  userId: string,
  entries: EntryIndex,
  since?: number,
): Promise<PlacedMatch[]> {
  const placer = new MatchPlacer(entries)
  const take: TakeSide = (match, transaction, isOut) => placer.take(match, transaction, isOut)
  if (since === undefined) await eachSide(tx, userId, take)
  else await eachSideSince(tx, userId, since, take)
  const matches = placer.end()
  if (placer.lacking.length > 0) await areGone(tx, userId, placer.lacking)
  return matches
}

type TakeSide = (match: Uint8Array, transaction: Uint8Array, isOut: boolean) => void

async function eachSide(tx: Tx, userId: string, take: TakeSide): Promise<void> {
  const sides = sql`
    select s.match_id, s.transaction_id, s.direction = 'out' from match_sides s
    join matches m on m.user_id = ${userId} and m.id = s.match_id and m.state = 'made'
    where s.user_id = ${userId} order by s.match_id`
  await joinedByHash(tx, () =>
    eachRow(tx, sides, (cells) => {
      const [id, transaction, isOut] = cells as [Buffer, Buffer, Buffer]
      take(id, transaction, isOut[0] === 1)
    }),
  )
}

/** A match with a side there comes whole: whoever goes on must not take the part of it for all. */
async function eachSideSince(tx: Tx, userId: string, since: number, take: TakeSide): Promise<void> {
  // Each is looked up by itself: the planner does not know how few there are, and would read all matches.
  const rows = await fewRows(
    tx,
    plannedOnce`
      select s.match_id, s.transaction_id, s.direction = 'out' from (
        select distinct o.match_id from transactions t cross join lateral (
          select match_id from match_sides where user_id = ${userId} and transaction_id = t.id offset 0
        ) o
        where t.user_id = ${userId} and t.at >= ${new Date(since)} and t.deleted_at is null and t.matched_as is not null
      ) w
      cross join lateral (
        select 1 from matches where user_id = ${userId} and id = w.match_id and state = 'made' offset 0
      ) m
      cross join lateral (
        select match_id, transaction_id, direction from match_sides
        where user_id = ${userId} and match_id = w.match_id offset 0
      ) s
      order by s.match_id`,
  )
  for (const [id, transaction, isOut] of rows) take(bytesOfId(id!), bytesOfId(transaction!), isOut === 't')
}

/** @throws SideLacking where one of these transactions is there, and counts. */
async function areGone(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  const lost = await tx.maybe<{ id: string }>(sql`
    select id from transactions where user_id = ${userId} and id = any (${ids}::uuid[]) and deleted_at is null and not is_ignored
    limit 1`)
  if (lost !== undefined) throw new SideLacking(lost.id)
}
