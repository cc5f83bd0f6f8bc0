import { type Database, self, withSubject } from '../../platform/database.ts'
import type { Load } from '../../platform/lanes.ts'
import { plannedOnce } from '../../platform/sql.ts'

/** Work that goes through a whole journal: how much that is, as far as it is known beforehand. */
export function journalLoad(db: Database, userId: string): Promise<Load> {
  return withSubject(db, self(userId), async (tx) => {
    const journal = await tx.maybe<{ transactions: string }>(
      plannedOnce`select transactions from journals where user_id = ${userId}`,
    )
    return { customer: userId, size: Number(journal?.transactions ?? 0) }
  })
}
