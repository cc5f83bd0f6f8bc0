import { refuse } from '../../platform/refusal.ts'
import type { RequestContext, Services } from '../../platform/request-context.ts'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { linkTo } from '../identity/index.ts'
import { stripeOf } from './stripe-client.ts'

/**
 * Close the provider's pages of purchases that were given up for another plan, so that nobody pays there any more. A page that was paid or
 * closed meanwhile cannot be: its payment is booked by what is due then (`settlePurchase`).
 *
 * @param now - the moment at which the purchases were given up.
 */
export async function closeAbandoned(services: Services, userId: string, now: Date): Promise<void> {
  if (services.config.stripe === undefined) return
  const pages = await withSubject(services.db, self(userId), (tx) =>
    tx.all<{ ref: string }>(sql`
      select provider_ref as ref from purchases where user_id = ${userId} and state = 'cancelled' and paid_with = 'stripe'
        and changed_at = ${now} and starts_with(provider_ref, 'cs_')`),
  )
  if (pages.length === 0) return
  const stripe = await stripeOf(services)
  for (const { ref } of pages) {
    try {
      await stripe.checkout.sessions.expire(ref)
    } catch (error) {
      services.log.warn(
        { page: ref, error: (error as Error).message },
        'an abandoned checkout could not be closed',
      )
    }
  }
}

export interface Checkout {
  readonly userId: string
  readonly purchaseId: string
  /** Name of the purchase, as the page of the provider and the statement of the card name it. */
  readonly name: string
  readonly cents: number
  /** The path to come back to. */
  readonly back: string
}

/**
 * Open the provider's page for a purchase, and answer with its address. Asked for again it is the same page: the purchase is the key that
 * makes the request one (https://docs.stripe.com/api/idempotent_requests).
 */
export async function openCheckout(
  context: RequestContext,
  { userId, purchaseId, name, cents, back }: Checkout,
): Promise<string> {
  const stripe = await stripeOf(context)
  const here = linkTo(context, back)
  try {
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name } } },
        ],
        success_url: here,
        cancel_url: here,
        client_reference_id: purchaseId,
        metadata: { user_id: userId, purchase_id: purchaseId },
        payment_intent_data: { metadata: { user_id: userId, purchase_id: purchaseId } },
      },
      { idempotencyKey: purchaseId },
    )
    if (session.url === null) throw new Error('a checkout without an address')
    await withSubject(context.db, self(userId), (tx) =>
      tx.run(
        sql`update purchases set provider_ref = ${session.id} where user_id = ${userId} and id = ${purchaseId}`,
      ),
    )
    return session.url
  } catch (error) {
    context.log.error({ error: (error as Error).message }, 'the checkout could not be opened')
    return refuse('unavailable', 'The payment page cannot be opened at the moment. Nothing was charged.')
  }
}
