import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { COMPARE } from './run-comparison.ts'

export interface Pair {
  readonly before: string
  readonly after: string
}

/**
 * Compare two done calculations of a customer. Neither ever changes, so a comparison that was made answers again.
 * Refuses with `not_found` for one that is not there and `calculation_not_done` for one that came to no result.
 *
 * @param limit - told of each comparison that has to be made.
 * @returns the id of the comparison.
 */
export async function startComparison(
  tx: Tx,
  userId: string,
  pair: Pair,
  { now, limit }: { readonly now: Date; readonly limit: () => Promise<void> },
): Promise<string> {
  const { before, after } = pair
  const states = await tx.all<{ state: string }>(sql`
    select state from calculations where user_id = ${userId} and id in (${before}, ${after})`)
  if (before === after || states.length < 2) refuse('not_found')
  if (states.some(({ state }) => state !== 'done')) refuse('calculation_not_done')
  const id = newId(now.getTime())
  const made = await tx.run(sql`
    insert into comparisons (user_id, id, before_id, after_id, created_at) values (${userId}, ${id}, ${before}, ${after}, ${now})
    on conflict (user_id, before_id, after_id) do nothing`)
  if (made === 1) {
    await limit()
    await addJob(tx, COMPARE, { userId, comparisonId: id })
    return id
  }
  const known = await tx.one<{ id: string }>(sql`
    select id from comparisons where user_id = ${userId} and before_id = ${before} and after_id = ${after}`)
  return known.id
}
