import { paths } from '@lotbook/contract'
import { audit } from '../../platform/audit.ts'
import type { Delivered } from '../../platform/customer-message.ts'
import { type Database, self, type Tx, withSubject } from '../../platform/database.ts'
import { addJob, defineJob, WAITING } from '../../platform/jobs.ts'
import { sendMail } from '../../platform/mail.ts'
import { configuredOrigin } from '../../platform/origins.ts'
import type { Services } from '../../platform/request-context.ts'
import { open } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { readMailAddress } from '../settings/mail-address.ts'
import { DELIVER_WEBHOOK } from './queue-message.ts'
import { signedHeaders } from './signature.ts'
import { placeOfSecret } from './webhooks.ts'

/** Seconds between attempts: a day in all. */
export const RETRY_AFTER_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 8 * 3600, 8 * 3600 + 25 * 60] as const
/** A message that a worker took and did not report on is taken again after this time; no attempt lasts so long. */
const TAKEN_S = 60
const GONE = 410

type Sending = Pick<Services, 'clock' | 'config' | 'keys' | 'outbound'>

interface Taken {
  readonly webhook_id: string
  readonly message_id: string
  readonly body: string
  readonly attempts: number
  readonly url: string
  readonly secret: string
}

/**
 * The job that sends a message to a webhook, once. Where it does not arrive it is put off and tried again over a day; then the webhook is turned
 * off, and its owner is told. It may arrive twice, under the same `webhook-id`.
 */
export function deliverMessageJob(sending: Sending) {
  const { clock, outbound } = sending
  return defineJob<{ userId: string; id: string }>(
    DELIVER_WEBHOOK.name,
    async ({ userId, id }, { db }) => {
      const taken = await withSubject(db, self(userId), (tx) => take(tx, sending, userId, id))
      if (taken === undefined) return
      const { url, secret, message_id: messageId, body } = taken
      const at = clock.now()
      const headers = signedHeaders({ secret, id: messageId, at, body })
      const outcome = await outbound.deliver(url, { headers, body })
      await record(db, sending, { userId, id, taken, outcome })
    },
    {
      retryLimit: DELIVER_WEBHOOK.retryLimit,
      turns: WAITING,
      // A message that cannot even be tried, as under a secret that no longer opens, does not wait for ever.
      giveUp: async ({ userId, id }, { db }) => {
        await withSubject(db, self(userId), (tx) => end(tx, userId, id, 'failed'))
      },
    },
  )
}

/**
 * Take a message that is due; undefined where there is nothing to send. What is due is told by the clock of the database, as its jobs are:
 * by another, a job could be due again and again before its message is.
 */
async function take(tx: Tx, { keys }: Sending, userId: string, id: string): Promise<Taken | undefined> {
  const row = await tx.maybe<
    Omit<Taken, 'secret'> & { sealed: Buffer; is_off: boolean; early_until: Date | null }
  >(sql`
    select d.webhook_id, d.message_id, d.body, d.attempts, w.url, w.sealed, w.disabled_at is not null as is_off,
      case when d.next_at > now() then d.next_at end as early_until
    from webhook_deliveries d join webhooks w on (w.user_id, w.id) = (d.user_id, d.webhook_id)
    where d.user_id = ${userId} and d.id = ${id} and d.state = 'waiting' for update of d`)
  if (row === undefined) return undefined
  if (row.is_off) {
    await end(tx, userId, id, 'failed')
    return undefined
  }
  if (row.early_until !== null) {
    // Another worker has it, or had it and died.
    await addJob(tx, DELIVER_WEBHOOK, { userId, id }, { startAfter: row.early_until })
    return undefined
  }
  await tx.run(sql`
    update webhook_deliveries set attempts = attempts + 1, attempted_at = now(), next_at = now() + ${TAKEN_S} * interval '1 s'
    where user_id = ${userId} and id = ${id}`)
  const secret = (await open(tx, keys, placeOfSecret(userId, row.webhook_id), row.sealed)).toString()
  return { ...row, attempts: row.attempts + 1, secret }
}

function end(tx: Tx, userId: string, id: string, state: 'delivered' | 'failed'): Promise<number> {
  return tx.run(sql`
    update webhook_deliveries set state = ${state}, next_at = null
    where user_id = ${userId} and id = ${id} and state = 'waiting'`)
}

interface Attempt {
  readonly userId: string
  readonly id: string
  readonly taken: Taken
  readonly outcome: Delivered
}

/** Keep what came of an attempt, and decide what follows. */
async function record(
  db: Database,
  sending: Sending,
  { userId, id, taken, outcome }: Attempt,
): Promise<void> {
  const { address } = await readMailAddress(db, userId)
  const now = sending.clock.now()
  const [status, reason] = 'status' in outcome ? [outcome.status, null] : [null, outcome.reason]
  const isDelivered = status !== null && status >= 200 && status < 300
  const wait = RETRY_AFTER_S[taken.attempts - 1]
  const off = isDelivered ? undefined : status === GONE ? 'gone' : wait === undefined ? 'failed' : undefined
  await withSubject(db, self(userId), async (tx) => {
    const found = await tx.run(sql`
      update webhook_deliveries set last_status = ${status}, last_reason = ${reason}
      where user_id = ${userId} and id = ${id} and state = 'waiting'`)
    // Removed meanwhile.
    if (found === 0) return
    await tx.run(sql`
      update webhooks set failing_since = case when ${isDelivered} then null else coalesce(failing_since, ${now}) end
      where user_id = ${userId} and id = ${taken.webhook_id}`)
    if (isDelivered) await end(tx, userId, id, 'delivered')
    else if (off !== undefined) {
      await end(tx, userId, id, 'failed')
      await turnOff(tx, sending, { userId, taken, off, now, address })
    } else {
      const { next_at: startAfter } = await tx.one<{ next_at: Date }>(sql`
        update webhook_deliveries set next_at = now() + ${wait ?? 0} * interval '1 s'
        where user_id = ${userId} and id = ${id} returning next_at`)
      await addJob(tx, DELIVER_WEBHOOK, { userId, id }, { startAfter })
    }
  })
}

interface TurnedOff {
  readonly userId: string
  readonly taken: Taken
  readonly off: 'gone' | 'failed'
  readonly now: Date
  readonly address: string
}

const REASONS = {
  gone: 'it answered that it is gone (410)',
  failed: 'no message arrived for a day',
} as const

async function turnOff(
  tx: Tx,
  { config, keys }: Sending,
  { userId, taken, off, now, address }: TurnedOff,
): Promise<void> {
  const { webhook_id: webhookId, url } = taken
  const turned = await tx.run(sql`
    update webhooks set disabled_at = ${now}, disabled_reason = ${off}
    where user_id = ${userId} and id = ${webhookId} and disabled_at is null`)
  if (turned === 0) return
  const by = { now, actorId: null, route: DELIVER_WEBHOOK.name, ip: 'server', requestId: webhookId }
  await audit(tx, by, userId, {
    event: 'webhook_turned_off',
    object: `webhook:${webhookId}`,
    details: { off },
  })
  await sendMail(tx, keys, {
    userId,
    recipient: address,
    template: 'webhook_off',
    values: {
      host: new URL(url).host,
      reason: REASONS[off],
      link: `${configuredOrigin(config)}${paths.settingsApi}`,
    },
    about: `webhook ${webhookId} ${now.toISOString()}`,
  })
}
