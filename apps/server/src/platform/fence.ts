import { type Database, self, type Tx, withSubject } from './database.ts'
import { identifier, sql } from './sql.ts'

/** Rows that a job works on, and that name the one worker which may write. */
export type FencedTable = 'imports' | 'calculations' | 'exports'

/** The right to write, until another worker takes it. */
export interface Fence {
  readonly table: FencedTable
  readonly userId: string
  readonly id: string
  readonly token: string
}

/** Another worker has taken over, or the work was cancelled: stop, and leave everything as it is. */
export class FenceLost extends Error {
  constructor({ table, id }: Fence) {
    super(`${table} ${id} is no longer ours to write`)
    this.name = 'FenceLost'
  }
}

/**
 * Begin the work on a row, or take it over from a worker that died: from here on nobody else's writes count.
 * Undefined when there is nothing left to do, because it is done, failed or cancelled.
 */
export function takeFence(
  db: Database,
  table: FencedTable,
  userId: string,
  id: string,
): Promise<Fence | undefined> {
  const started = table === 'exports' ? sql`` : sql`, started_at = coalesce(started_at, now())`
  return withSubject(db, self(userId), async (tx) => {
    const row = await tx.maybe<{ fence: string }>(sql`
      update ${identifier(table)} set fence = fence + 1, attempts = attempts + 1, state = 'running' ${started}
      where user_id = ${userId} and id = ${id} and state in ('queued', 'running', 'waiting') returning fence`)
    return row && { table, userId, id, token: row.fence }
  })
}

/**
 * A transaction of the job's own, in which its row stays locked.
 *
 * @throws FenceLost when the row has another fence by now, or is not being worked on.
 */
export function writeUnderFence<T>(db: Database, fence: Fence, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withSubject(db, self(fence.userId), async (tx) => {
    const held = await tx.maybe(sql`
      select 1 from ${identifier(fence.table)} where user_id = ${fence.userId} and id = ${fence.id}
        and fence = ${fence.token} and state in ('running', 'waiting') for update`)
    if (held === undefined) throw new FenceLost(fence)
    return work(tx)
  })
}
