import { z } from 'zod'
import { id, success } from './common.ts'
import { customerRoute } from './route.ts'
import { WEBHOOK_EVENTS } from './webhook-names.ts'

const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length)

const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  created_at: z.string(),
  /** Since when nothing arrives; null while the last delivery arrived. */
  failing_since: z.string().nullable(),
  /** Turned off: the address said that it is gone, or nothing arrived for a day. */
  off: z.object({ at: z.string(), reason: z.enum(['gone', 'failed']) }).nullable(),
})
export type Webhook = z.infer<typeof webhook>

const delivery = z.object({
  id,
  event: z.string(),
  /** `webhook-id` of the message: the same for each attempt and replay. */
  message_id: z.string(),
  created_at: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  attempted_at: z.string().nullable(),
  next_at: z.string().nullable(),
  /** The HTTP status of the last answer; null where there was none. */
  last_status: z.number().int().nullable(),
  /** Why there was no answer. */
  last_reason: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof delivery>

/** Webhooks: messages to an address of the customer's own, signed as Standard Webhooks says. Never reached by an access token. */
export const webhooks = {
  list: customerRoute
    .route({ method: 'GET', path: '/webhooks' })
    .output(z.object({ webhooks: z.array(webhook) })),
  /** Needs a fresh session. The secret is in this answer and nowhere else. Refused by its field for an address that is not public. */
  create: customerRoute
    .meta({ isSecret: true })
    .route({ method: 'POST', path: '/webhooks' })
    .input(z.object({ url: z.string().trim().min(1).max(500), events }))
    .output(success.extend({ id, secret: z.string() })),
  remove: customerRoute
    .route({ method: 'DELETE', path: '/webhooks/{id}' })
    .input(z.object({ id }))
    .output(success),
  /** On again, after it was turned off. What it missed can be sent from the log. */
  turnOn: customerRoute
    .route({ method: 'POST', path: '/webhooks/{id}/on' })
    .input(z.object({ id }))
    .output(success),
  /** Sends a message of the type `ping`. */
  test: customerRoute
    .route({ method: 'POST', path: '/webhooks/{id}/test' })
    .input(z.object({ id }))
    .output(success),
  /** The log of the last 30 days, the newest first. */
  deliveries: customerRoute
    .route({ method: 'GET', path: '/webhooks/{id}/deliveries' })
    .input(z.object({ id, cursor: id.optional() }))
    .output(z.object({ rows: z.array(delivery), next: id.nullable() })),
  /** Sends a message again, under its own `webhook-id`. */
  replay: customerRoute
    .route({ method: 'POST', path: '/webhooks/deliveries/{id}/replay' })
    .input(z.object({ id }))
    .output(success),
}
