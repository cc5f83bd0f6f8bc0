import { self, withSubject, type Tx } from '../../platform/database.ts'
import { addJob, defineJob } from '../../platform/jobs.ts'
import type { Services } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { queueFetch } from './queue-fetch.ts'

/** A connected account is fetched again once a day. */
const EVERY_MS = 86_400_000
/** One whose provider was down is tried again after this time, and twice as long after each failure in a row, up to a day. */
const AFTER_FAILURE_MS = 30 * 60_000

const FETCH_WHEN_DUE = { name: 'fetch-when-due', retryLimit: 5 }

/** Fetch a connection again a day from now. */
export function planNextFetch(tx: Tx, userId: string, connectionId: string, now: Date): Promise<void> {
  return planFetch(tx, userId, connectionId, new Date(now.getTime() + EVERY_MS))
}

/** Fetch a connection again whose provider gave no answer: within the hour, and less often the longer that lasts. */
export async function planRetry(tx: Tx, userId: string, connectionId: string, now: Date): Promise<void> {
  const { failures } = await tx.one<{ failures: number }>(sql`
    select count(*)::int as failures from imports i where user_id = ${userId} and connection_id = ${connectionId} and state = 'failed'
      and not exists (select from imports d where d.user_id = i.user_id and d.connection_id = i.connection_id
        and d.state = 'done' and d.created_at > i.created_at)`)
  const wait = Math.min(EVERY_MS, AFTER_FAILURE_MS * 2 ** failures)
  await planFetch(tx, userId, connectionId, new Date(now.getTime() + wait))
}

async function planFetch(tx: Tx, userId: string, connectionId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update connections set next_sync_at = ${at} where user_id = ${userId} and id = ${connectionId}`)
  await addJob(tx, FETCH_WHEN_DUE, { userId, connectionId }, { startAfter: at })
}

/** Queues the fetching of a connection whose time has come. One that was fetched by hand meanwhile has another day. */
export function fetchWhenDueJob({ clock }: Pick<Services, 'clock'>) {
  return defineJob<{ userId: string; connectionId: string }>(
    FETCH_WHEN_DUE.name,
    ({ userId, connectionId }, { db }) =>
      withSubject(db, self(userId), async (tx) => {
        const now = clock.now()
        const due = await tx.maybe(sql`
          update connections c set next_sync_at = null
          where c.user_id = ${userId} and c.id = ${connectionId} and c.deleted_at is null and c.state = 'ok' and c.next_sync_at <= ${now}
            and not exists (select 1 from imports i where i.user_id = c.user_id and i.connection_id = c.id and i.state in ('queued', 'running', 'waiting'))
          returning 1`)
        if (due !== undefined) await queueFetch(tx, userId, connectionId, now)
      }),
    { retryLimit: FETCH_WHEN_DUE.retryLimit },
  )
}
