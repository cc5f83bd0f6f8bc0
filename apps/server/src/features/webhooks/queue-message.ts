import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import { sql } from '../../platform/sql.ts'

/** The queue of messages that are to be sent. */
export const DELIVER_WEBHOOK = { name: 'deliver-webhook', retryLimit: 5 } as const

interface Message {
  readonly userId: string
  readonly webhookId: string
  readonly event: string
}

/** A message that tells something new. */
export interface NewMessage extends Message {
  readonly data: Readonly<Record<string, string | null>>
  /** Names what it tells of, which each webhook is told once. */
  readonly about?: string
}

/** A message that was sent before. */
export interface OldMessage extends Message {
  readonly messageId: string
  readonly body: string
}

/** Queue a message for a webhook, in a row of its log. One about what the webhook was told of is not queued again. */
export async function queueMessage(tx: Tx, now: Date, message: NewMessage | OldMessage): Promise<void> {
  const { userId, webhookId, event } = message
  const id = newId(now.getTime())
  const isNew = 'data' in message
  const messageId = isNew ? `msg_${id.replaceAll('-', '')}` : message.messageId
  const body = isNew
    ? JSON.stringify({ type: event, timestamp: now.toISOString(), data: message.data })
    : message.body
  const about = isNew ? (message.about ?? null) : null
  const added = await tx.run(sql`
    insert into webhook_deliveries (user_id, id, webhook_id, message_id, event, body, about, created_at, state, next_at)
    values (${userId}, ${id}, ${webhookId}, ${messageId}, ${event}, ${body}, ${about}, ${now}, 'waiting', now())
    on conflict (user_id, webhook_id, about) where about is not null do nothing`)
  if (added > 0) await addJob(tx, DELIVER_WEBHOOK, { userId, id })
}
