import {
  MOST_WEBHOOKS,
  type Webhook,
  type WebhookDelivery,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { type Tx, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { longValue } from '../../platform/long-value.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { seal } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { requireFresh } from '../identity/index.ts'
import { queueMessage } from './queue-message.ts'
import { newWebhookSecret } from './signature.ts'

const ROWS_AT_ONCE = 50

interface WebhookRow {
  readonly id: string
  readonly url: string
  readonly events: WebhookEvent[]
  readonly created_at: Date
  readonly failing_since: Date | null
  readonly disabled_at: Date | null
  readonly disabled_reason: 'gone' | 'failed' | null
}

/** The place that a secret is sealed for, so that it opens nowhere else. */
export const placeOfSecret = (userId: string, rowId: string) =>
  ({ table: 'webhooks', userId, rowId, column: 'sealed' }) as const

/** Webhooks of a customer, the newest first. */
export async function listWebhooks({ db, who }: RequestContext): Promise<Webhook[]> {
  const rows = await withSubject(db, who, (tx) =>
    tx.all<WebhookRow>(sql`
      select id, url, events, created_at, failing_since, disabled_at, disabled_reason from webhooks
      where user_id = ${who.subjectId} order by created_at desc, id desc limit ${MOST_WEBHOOKS}`),
  )
  return rows.map(({ id, url, events, created_at, failing_since, disabled_at, disabled_reason }) => ({
    id,
    url,
    events,
    created_at: created_at.toISOString(),
    failing_since: failing_since?.toISOString() ?? null,
    off:
      disabled_at === null || disabled_reason === null
        ? null
        : { at: disabled_at.toISOString(), reason: disabled_reason },
  }))
}

/** Add a webhook. Its secret is given back this once, and kept sealed. */
export async function addWebhook(
  context: RequestContext,
  { url, events }: { readonly url: string; readonly events: readonly WebhookEvent[] },
): Promise<{ id: string; secret: string }> {
  const { db, now, who, keys, outbound } = context
  const { userId } = requireFresh(context)
  await context.limit('webhooks')
  const problem = await outbound.problemOfAddress(url)
  if (problem !== undefined)
    refuse('invalid_input', problem, { fields: { url: problem }, event: 'outbound_blocked' })
  const [id, secret] = [newId(now.getTime()), newWebhookSecret()]
  await withSubject(db, who, async (tx) => {
    await requireRoom(tx, userId)
    const sealed = await longValue(tx, await seal(tx, keys, placeOfSecret(userId, id), Buffer.from(secret)))
    const chosen = WEBHOOK_EVENTS.filter((event) => events.includes(event))
    await tx.run(sql`
      insert into webhooks (user_id, id, url, events, sealed, created_at)
      values (${userId}, ${id}, ${new URL(url).href}, ${chosen}, ${sealed}, ${now})`)
    await auditRequest(tx, context, {
      event: 'webhook_added',
      object: `webhook:${id}`,
      details: { host: new URL(url).host, events: chosen.join(' ') },
    })
  })
  return { id, secret }
}

/** Makes a second request at once wait for the first, so that both are counted. */
async function requireRoom(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`select 1 from customers where user_id = ${userId} for update`)
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::integer as count from webhooks where user_id = ${userId}`,
  )
  if (count >= MOST_WEBHOOKS)
    refuse('conflict', `You have ${MOST_WEBHOOKS} webhooks, which is the most. Remove one first.`)
}

/** Remove a webhook with its secret and its log; what waits to be sent is not sent. */
export async function removeWebhook(context: RequestContext, id: string): Promise<void> {
  const { db, who } = context
  await withSubject(db, who, async (tx) => {
    const removed = await tx.run(sql`delete from webhooks where user_id = ${who.subjectId} and id = ${id}`)
    if (removed === 0) refuse('not_found')
    await auditRequest(tx, context, { event: 'webhook_removed', object: `webhook:${id}` })
  })
}

/** Turn a webhook on again. */
export async function turnOnWebhook(context: RequestContext, id: string): Promise<void> {
  const { db, who } = context
  await withSubject(db, who, async (tx) => {
    const found = await tx.run(sql`
      update webhooks set disabled_at = null, disabled_reason = null, failing_since = null
      where user_id = ${who.subjectId} and id = ${id}`)
    if (found === 0) refuse('not_found')
    await auditRequest(tx, context, { event: 'webhook_turned_on', object: `webhook:${id}` })
  })
}

/** Send a message of the type `ping`. */
export async function testWebhook(context: RequestContext, id: string): Promise<void> {
  const { db, who, now } = context
  await context.limit('webhooks')
  await withSubject(db, who, async (tx) => {
    await requireOn(tx, who.subjectId, id)
    await queueMessage(tx, now, { userId: who.subjectId, webhookId: id, event: 'ping', data: {} })
  })
}

async function requireOn(tx: Tx, userId: string, id: string): Promise<void> {
  const found = await tx.maybe<{ is_off: boolean }>(
    sql`select disabled_at is not null as is_off from webhooks where user_id = ${userId} and id = ${id}`,
  )
  if (found === undefined) refuse('not_found')
  if (found?.is_off === true) refuse('conflict', 'This webhook is off. Turn it on first.')
}

/** Send a message again, as a new row of the log under the message's own id. */
export async function replayDelivery(context: RequestContext, id: string): Promise<void> {
  const { db, who, now } = context
  await context.limit('webhooks')
  await withSubject(db, who, async (tx) => {
    const sent = await tx.maybe<{ webhook_id: string; message_id: string; event: string; body: string }>(sql`
      select webhook_id, message_id, event, body from webhook_deliveries
      where user_id = ${who.subjectId} and id = ${id}`)
    if (sent === undefined) return refuse('not_found')
    await requireOn(tx, who.subjectId, sent.webhook_id)
    const { webhook_id: webhookId, message_id: messageId, event, body } = sent
    await queueMessage(tx, now, { userId: who.subjectId, webhookId, event, messageId, body })
  })
}

/** A part of the log of a webhook, the newest first. */
export async function listDeliveries(
  { db, who }: RequestContext,
  { id, cursor }: { readonly id: string; readonly cursor?: string | undefined },
): Promise<{ rows: WebhookDelivery[]; next: string | null }> {
  const rows = await withSubject(db, who, async (tx) => {
    const found = await tx.maybe(sql`select 1 from webhooks where user_id = ${who.subjectId} and id = ${id}`)
    if (found === undefined) refuse('not_found')
    return tx.all<DeliveryRow>(sql`
      select id, event, message_id, created_at, state, attempts, attempted_at, next_at, last_status, last_reason
      from webhook_deliveries
      where user_id = ${who.subjectId} and webhook_id = ${id} and (${cursor ?? null}::uuid is null or id < ${cursor ?? null}::uuid)
      order by id desc limit ${ROWS_AT_ONCE + 1}`)
  })
  const shown = rows.slice(0, ROWS_AT_ONCE)
  return {
    rows: shown.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      attempted_at: row.attempted_at?.toISOString() ?? null,
      next_at: row.next_at?.toISOString() ?? null,
    })),
    next: rows.length > ROWS_AT_ONCE ? (shown.at(-1)?.id ?? null) : null,
  }
}

interface DeliveryRow extends Omit<WebhookDelivery, 'created_at' | 'attempted_at' | 'next_at'> {
  readonly created_at: Date
  readonly attempted_at: Date | null
  readonly next_at: Date | null
}
