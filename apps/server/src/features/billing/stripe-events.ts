import type { Stripe } from 'stripe'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { self, withSubject } from '../../platform/database.ts'
import { addressKey } from '../../platform/limits.ts'
import type { Services } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { sendReceipt } from './receipts.ts'
import { bookDispute, bookRefund, type NamedPurchase } from './book-returned-money.ts'
import { settlePurchase } from './settle-purchase.ts'
import { closeAbandoned } from './stripe-checkout.ts'
import { stripeOf } from './stripe-client.ts'

/** The address at which the provider tells of payments. Outside of the API: it has no session and no page. */
export const STRIPE_EVENTS_PATH = '/payments/stripe_events'
const MOST_BYTES = 256 * 1024

/**
 * Takes the events of the provider. Only one with its signature counts (https://docs.stripe.com/webhooks#verify-events); each is booked once, in
 * whatever order and however often they come.
 */
export function stripeEvents(app: FastifyInstance, services: Services): void {
  const secret = services.config.stripe?.webhookSecret
  if (secret === undefined) return
  void app.register(async (plain) => {
    plain.removeAllContentTypeParsers()
    plain.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    // Unsigned posts are limited by address; one without any signature is refused before its body is read.
    plain.addHook('onRequest', async (request, reply) => {
      if (request.headers['stripe-signature'] === undefined) return refuseUnsigned(services, request, reply)
    })
    plain.post(STRIPE_EVENTS_PATH, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      let event: Stripe.Event
      try {
        const stripe = await stripeOf(services)
        event = await stripe.webhooks.constructEventAsync(
          request.body as Buffer,
          typeof signature === 'string' ? signature : '',
          secret.reveal(),
        )
      } catch {
        return refuseUnsigned(services, request, reply)
      }
      await book(services, event)
      return { received: true }
    })
  })
}

async function refuseUnsigned({ limits, log }: Services, request: FastifyRequest, reply: FastifyReply) {
  await limits.take('unsigned', addressKey(request.ip))
  log.warn({ ip: request.ip }, 'an event of the payment provider without its signature')
  return reply.code(400).send({ status: 'error', code: 'invalid_input', message: 'The signature is wrong.' })
}

async function book(services: Services, event: Stripe.Event): Promise<void> {
  const of = await purchaseOf(services, event)
  if (of === undefined) return
  const now = services.clock.now()
  const settled = await withSubject(services.db, self(of.userId), async (tx) => {
    const isThere = await tx.maybe(
      sql`select 1 from purchases where user_id = ${of.userId} and id = ${of.purchaseId}`,
    )
    const isNew = await tx.run(sql`
      insert into payment_events (id, type, received_at, outcome) values (${event.id}, ${event.type}, ${now}, ${isThere === undefined ? 'gone' : of.kind})
      on conflict do nothing`)
    // Its customer has left meanwhile: nobody is there to book it for, so somebody has to send it back.
    if (isThere === undefined) return 'gone'
    if (isNew === 0) return of.kind === 'paid' ? 'paid_before' : undefined
    if (of.kind === 'paid') return settlePurchase(tx, of.purchaseId, { cents: of.cents, ref: of.ref }, now)
    if (of.kind === 'refunded') await bookRefund(tx, of, of, now)
    else if (of.kind === 'disputed') await bookDispute(tx, of, of.standing, of.toldAt, now)
    else
      await tx.run(sql`
        update purchases set state = ${of.kind}, changed_at = ${now}
        where user_id = ${of.userId} and id = ${of.purchaseId} and state = 'open'`)
    return undefined
  })
  if (settled === 'paid') await closeAbandoned(services, of.userId, now)
  // Told of again, for the first time may have ended before its receipt was queued; a receipt goes out once.
  if (settled === 'paid' || settled === 'paid_before') await sendReceipt(services, of.userId, of.purchaseId)
  if (settled === 'other_amount' || settled === 'changed_plan' || settled === 'gone')
    services.log.error({ purchase: of.purchaseId, settled }, 'a payment that fits nothing was received')
}

type News =
  | { readonly kind: 'paid'; readonly cents: number; readonly ref: string | null }
  | { readonly kind: 'refused' | 'cancelled' }
  | { readonly kind: 'refunded'; readonly cents: number; readonly isWhole: boolean }
  | { readonly kind: 'disputed'; readonly standing: 'open' | 'won' | 'lost'; readonly toldAt: Date }

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The purchase that an event is about, and its news; undefined for one about something else. */
async function purchaseOf(
  services: Services,
  event: Stripe.Event,
): Promise<(NamedPurchase & News) | undefined> {
  const of = (metadata: Stripe.Metadata | null, news: News) => {
    const { user_id: userId = '', purchase_id: purchaseId = '' } = metadata ?? {}
    return ID.test(userId) && ID.test(purchaseId) ? { userId, purchaseId, ...news } : undefined
  }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const { metadata, amount_total, payment_status, payment_intent, currency } = event.data.object
      // A payment that takes days completes its page unpaid, and tells of the money later.
      if (payment_status !== 'paid' || currency !== 'usd') return undefined
      const ref = typeof payment_intent === 'string' ? payment_intent : null
      return of(metadata, { kind: 'paid', cents: amount_total ?? 0, ref })
    }
    case 'checkout.session.async_payment_failed':
      return of(event.data.object.metadata, { kind: 'refused' })
    case 'checkout.session.expired':
      return of(event.data.object.metadata, { kind: 'cancelled' })
    case 'charge.refunded': {
      const { metadata, refunded, amount_refunded } = event.data.object
      return of(metadata, { kind: 'refunded', cents: amount_refunded, isWhole: refunded })
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const standing = standingOf(event.data.object)
      if (standing === undefined) return undefined
      const { charge } = event.data.object
      // A dispute has no word of the purchase; the charge that it is about does.
      const { metadata } =
        typeof charge === 'string' ? await (await stripeOf(services)).charges.retrieve(charge) : charge
      return of(metadata, { kind: 'disputed', standing, toldAt: new Date(event.created * 1000) })
    }
    default:
      return undefined
  }
}

/** How a dispute stands; an inquiry, whose status begins with `warning`, moves no money. */
function standingOf({ status }: Stripe.Dispute): 'open' | 'won' | 'lost' | undefined {
  if (status.startsWith('warning')) return undefined
  return status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open'
}
