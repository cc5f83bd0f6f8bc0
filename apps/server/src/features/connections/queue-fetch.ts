import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import { notify } from '../../platform/notify.ts'
import { sql } from '../../platform/sql.ts'

/** The job that fetches a connection's history. Its name is apart, so that whoever queues it need not know its work. */
export const FETCH_IMPORT = { name: 'fetch-import', retryLimit: 10 }

/** Queue the fetching of a connection's history, and tell the open screens. */
export async function queueFetch(tx: Tx, userId: string, connectionId: string, now: Date): Promise<void> {
  const importId = newId()
  await tx.run(sql`
    insert into imports (user_id, id, connection_id, state, stage, unit, created_at)
    values (${userId}, ${importId}, ${connectionId}, 'queued', 'Queued', 'entries', ${now})`)
  await addJob(tx, FETCH_IMPORT, { userId, importId })
  await notify(tx, userId, { type: 'import', id: connectionId, status: 'in-progress', stage: 'Queued' })
}

/** Begin at the beginning the next time: the pages that are there stay until the new ones are in the journal. */
export async function forgetPosition(tx: Tx, userId: string, connectionId: string): Promise<void> {
  await tx.run(sql`
    update connections set walk = walk + 1, position = null, watermark = null where user_id = ${userId} and id = ${connectionId}`)
}
