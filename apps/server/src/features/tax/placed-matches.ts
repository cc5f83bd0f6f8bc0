import type { PlacedMatch } from '@lotbook/tax'
import { eachRow } from '../../platform/copy-out.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { EntryIndex } from './entry-index.ts'

const NONE = -1

/**
 * Made matches by the positions of their sides in the packed journal, in the order of their departures; one with a side that
 * is ignored or gone is none.
 *
 * @throws Error where the packed journal lacks a side that is neither: rather no result than one without its transfers.
 */
export async function placedMatches(tx: Tx, userId: string, entries: EntryIndex): Promise<PlacedMatch[]> {
  const matches: PlacedMatch[] = []
  const lacking: string[] = []
  let before: Buffer | undefined
  let match = { departure: NONE, arrivals: [] as number[], isWhole: true }
  const close = () => {
    if (match.isWhole && match.departure !== NONE && match.arrivals.length > 0) matches.push(match)
    match = { departure: NONE, arrivals: [], isWhole: true }
  }
  const user = `${tx.client.escapeLiteral(userId)}::uuid`
  await eachRow(
    tx,
    `select s.match_id, s.transaction_id, s.direction = 'out' from match_sides s
     join matches m on m.user_id = ${user} and m.id = s.match_id and m.state = 'made'
     where s.user_id = ${user} order by s.match_id`,
    (cells) => {
      const [id, transaction, isOut] = cells as [Buffer, Buffer, Buffer]
      if (before?.equals(id) === false) close()
      before = id
      const entry = entries.find(transaction)
      if (entry === undefined) {
        match.isWhole = false
        lacking.push(transaction.toString('hex'))
      } else if (isOut[0] === 1) match.departure = entry
      else match.arrivals.push(entry)
    },
  )
  close()
  const lost = await tx.maybe<{ id: string }>(sql`
    select id from transactions where user_id = ${userId} and id = any (${lacking}::uuid[]) and deleted_at is null and not is_ignored
    limit 1`)
  if (lost !== undefined) throw new Error(`the projection lacks ${lost.id}`)
  for (const { arrivals } of matches) (arrivals as number[]).sort((a, b) => a - b)
  return matches.sort((a, b) => a.departure - b.departure)
}
