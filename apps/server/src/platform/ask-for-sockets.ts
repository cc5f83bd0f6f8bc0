import type { Notification } from '@lotbook/contract'
import { type Database, self, withIdentity, withSubject } from './database.ts'
import { errorText, type Log } from './log.ts'
import type { Sockets } from './sockets.ts'
import { sql } from './sql.ts'

const EVERY_MS = 2_000
/** Words of a user that are looked at: more than are said between two looks. */
const LAST_WORDS = 100

/**
 * Look every two seconds for what the sockets of this node should be told, where nothing announces it: behind a pooler to which there
 * is no way past (`DATABASE_DIRECT_URL`).
 */
export function askForSockets(sockets: Sockets, db: Database, log: Log): { stop(): void } {
  let last: Promise<void> | undefined
  const timer = setInterval(() => {
    last ??= look(sockets, db)
      .catch((error: unknown) =>
        log.warn({ error: errorText(error) }, 'what sockets wait for could not be read'),
      )
      .finally(() => (last = undefined))
  }, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function look(sockets: Sockets, db: Database): Promise<void> {
  const { userIds, sessionIds } = sockets.opened
  if (userIds.length === 0) return
  sockets.deliver({ kind: 'sessions-ended', sessionIds: await endedOf(db, sessionIds) })
  for (const userId of userIds) sockets.catchUp(userId, await lastWords(db, userId))
}

async function endedOf(db: Database, sessionIds: readonly string[]): Promise<string[]> {
  const live = await withIdentity(db, (tx) =>
    tx.all<{ id: string }>(
      sql`select id from identity.sessions where id = any (${sessionIds}) and revoked_at is null`,
    ),
  )
  const ids = new Set(live.map(({ id }) => id))
  return sessionIds.filter((id) => !ids.has(id))
}

async function lastWords(db: Database, userId: string): Promise<Notification[]> {
  const rows = await withSubject(db, self(userId), (tx) =>
    tx.all<{ seq: string; message: Omit<Notification, 'seq'> }>(sql`
      select seq, message from notifications where user_id = ${userId} order by notifications.seq desc limit ${LAST_WORDS}`),
  )
  return rows.reverse().map(({ seq, message }) => ({ ...message, seq: Number(seq) }))
}
