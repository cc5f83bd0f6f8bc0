import { createHmac } from 'node:crypto'
import type { ProviderHandler } from './serve.ts'

/** A page of Stripe that was opened for a payment. */
export interface OpenedCheckout {
  readonly id: string
  readonly cents: number
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * Stripe as far as a checkout needs it: opens a page per idempotency key (https://docs.stripe.com/api/checkout/sessions/create), closes it, and signs the
 * events that tell of it (https://docs.stripe.com/webhooks#verify-manually).
 */
export class FakeStripe {
  readonly secretKey = 'sk_test_lotbook0123456789'
  readonly webhookSecret = 'whsec_lotbook0123456789'
  readonly checkouts = new Map<string, OpenedCheckout>()
  /** Pages that were closed before anybody paid (https://docs.stripe.com/api/checkout/sessions/expire). */
  readonly expired: string[] = []
  #events = 0

  readonly handler: ProviderHandler = ({ method, path, headers, body }) => {
    if (headers['authorization'] !== `Bearer ${this.secretKey}`)
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } }
    const [, closed] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path) ?? []
    if (method === 'POST' && closed !== undefined) {
      this.expired.push(closed)
      return { body: { id: closed, object: 'checkout.session', status: 'expired' } }
    }
    const [, charged] = /^\/v1\/charges\/ch_(\w+)$/.exec(path) ?? []
    const paid = [...this.checkouts.values()].find(({ id }) => id === charged)
    if (method === 'GET' && paid !== undefined)
      return { body: { id: `ch_${paid.id}`, object: 'charge', metadata: paid.metadata } }
    if (method !== 'POST' || path !== '/v1/checkout/sessions') return { status: 404, body: { error: {} } }
    const form = new URLSearchParams(body)
    const key = headers['idempotency-key'] ?? ''
    const known = this.checkouts.get(key)
    const opened = known ?? {
      id: `cs_test_${this.checkouts.size + 1}`,
      cents: Number(form.get('line_items[0][price_data][unit_amount]')),
      metadata: {
        user_id: form.get('metadata[user_id]') ?? '',
        purchase_id: form.get('metadata[purchase_id]') ?? '',
      },
    }
    this.checkouts.set(key, opened)
    const url = `https://checkout.stripe.test/c/${opened.id}`
    return { body: { id: opened.id, object: 'checkout.session', url } }
  }

  /** An event about a checkout, as its body; a new one each time. */
  event(type: string, { id, cents, metadata }: OpenedCheckout, more: object = {}): string {
    const object = type.startsWith('charge.dispute.')
      ? { object: 'dispute', charge: `ch_${id}`, status: 'needs_response', metadata: {} }
      : type.startsWith('charge.')
        ? { object: 'charge', refunded: true, amount_refunded: cents, metadata }
        : {
            id,
            object: 'checkout.session',
            amount_total: cents,
            currency: 'usd',
            payment_status: 'paid',
            metadata,
          }
    return JSON.stringify({
      id: `evt_${(this.#events += 1)}_${id}`,
      object: 'event',
      created: Math.floor(Date.now() / 1000) + this.#events,
      type,
      data: { object: { ...object, payment_intent: `pi_${id}`, ...more } },
    })
  }

  /** The header that Stripe sends with a body. */
  signature(body: string, at = Math.floor(Date.now() / 1000), secret = this.webhookSecret): string {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  }
}
