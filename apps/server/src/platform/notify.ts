import { type Notification, NOTIFICATION_CHANNEL } from '@lotbook/contract'
import type { Tx } from './database.ts'
import { newId } from './ids.ts'
import { plannedOnce } from './sql.ts'

/** What is told; the channel and its number are added. */
export type NewNotification = Pick<Notification, 'type' | 'id' | 'status'> &
  Partial<Pick<Notification, 'stage' | 'done' | 'total' | 'unit' | 'started_at' | 'message'>>

/** What nodes tell each other over NOTIFY: a message for a customer's sockets, or sessions that ended. */
export type NodeMessage =
  | { readonly kind: 'notification'; readonly userId: string; readonly message: Notification }
  | { readonly kind: 'sessions-ended'; readonly sessionIds: readonly string[] }

const LONGEST_TEXT = 1_000

/**
 * Tell the customer's open screens that something has moved, when this transaction commits. The last word about
 * each thing is kept, numbered, so that a screen that was away can ask what it missed.
 */
export async function notify(tx: Tx, userId: string, news: NewNotification): Promise<void> {
  const { stage = null, done = null, total = null, unit = null, started_at = null } = news
  const text = news.message ?? null
  const body = {
    channel: NOTIFICATION_CHANNEL,
    type: news.type,
    id: news.id,
    status: news.status,
    stage,
    done,
    total,
    unit,
    started_at,
    message: text === null ? null : text.slice(0, LONGEST_TEXT),
  } as const
  await tx.all(plannedOnce`
    with kept as (
      insert into notifications (user_id, id, type, subject, subject_id, status, message, created_at)
      values (${userId}, ${newId()}, ${news.type}, ${news.type}, ${news.id}, ${news.status},
        ${JSON.stringify(body)}::jsonb, now())
      on conflict (user_id, type, subject, subject_id) do update set status = excluded.status,
        message = excluded.message, seq = excluded.seq, created_at = excluded.created_at, read_at = null
      returning seq, message
    )
    select pg_notify('lotbook_messages', jsonb_build_object('kind', 'notification', 'userId', ${userId}::text,
      'message', message || jsonb_build_object('seq', seq))::text) from kept`)
}

/** Tell every node, when this transaction commits. */
export async function announce(tx: Tx, message: NodeMessage): Promise<void> {
  await tx.all(plannedOnce`select pg_notify('lotbook_messages', ${JSON.stringify(message)})`)
}
