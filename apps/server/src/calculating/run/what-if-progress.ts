import type { Database } from '../../platform/database.ts'
import { writeUnderFence, type Fence } from '../../platform/fence.ts'
import { identifier, sql } from '../../platform/sql.ts'

/** How often progress is written down. */
const PROGRESS_EVERY_MS = 250

/** Between two runs the row is told how far it is; whoever lost the fence stops there. */
export function progressOf(db: Database, fence: Fence, total: number) {
  let last = -PROGRESS_EVERY_MS
  return {
    async tell(stage: string, done: number): Promise<void> {
      const now = performance.now()
      if (now - last < PROGRESS_EVERY_MS) return
      last = now
      await writeUnderFence(db, fence, (tx) =>
        tx.run(sql`
          update ${identifier(fence.table)} set stage = ${stage}, done = ${done}, total = ${total}
          where user_id = ${fence.userId} and id = ${fence.id}`),
      )
    },
  }
}
