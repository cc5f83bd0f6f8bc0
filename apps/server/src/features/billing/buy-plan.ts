import { auditRequest } from '../../platform/audit.ts'
import { type Tx, type Who, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { allPlans, type Plan, planOfYear } from './plan-of-year.ts'
import { settlePurchase } from './settle-purchase.ts'
import { closeAbandoned, openCheckout } from './stripe-checkout.ts'

export interface Wanted {
  readonly tax_year: number
  readonly plan_id: string
}

/** A purchase that was begun, and where it is paid; null where it is done. */
export interface Begun {
  readonly id: string
  readonly url: string | null
}

/**
 * Buy the plan of a tax year, for oneself or for a client: an upgrade costs the difference. Where no payment is set up, and where nothing
 * is to pay, it is done at once and recorded.
 *
 * @param who - the buyer, and whose year it is.
 * @param back - the path to come back to after the payment.
 */
export async function buyPlan(
  context: RequestContext,
  who: Who,
  wanted: Wanted,
  back: (purchaseId: string) => string,
): Promise<Begun> {
  const { config, now } = context
  const { purchase, isDone } = await withSubject(context.db, who, async (tx) => {
    const purchase = await openPurchase(tx, who, wanted, config.payments, now)
    const isDone = purchase.due === 0 || config.payments === 'none'
    if (isDone) await settlePurchase(tx, purchase.id, { cents: purchase.due, ref: null }, now)
    await auditRequest(
      tx,
      { ...context, who },
      {
        event: 'plan_chosen',
        object: `purchase:${purchase.id}`,
        details: { plan: purchase.plan.id, year: wanted.tax_year, cents: purchase.due },
      },
    )
    return { purchase, isDone }
  })
  await closeAbandoned(context, who.subjectId, now)
  if (isDone) return { id: purchase.id, url: null }
  if (config.payments === 'test') return { id: purchase.id, url: `/payments/test?id=${purchase.id}` }
  const url = await openCheckout(context, {
    userId: who.subjectId,
    purchaseId: purchase.id,
    name: `Lotbook ${purchase.plan.name}, tax year ${wanted.tax_year}`,
    cents: purchase.due,
    back: back(purchase.id),
  })
  return { id: purchase.id, url }
}

interface Opened {
  readonly id: string
  readonly plan: Plan
  /** The amount to pay now, in cents. */
  readonly due: number
}

async function openPurchase(
  tx: Tx,
  { actorId, subjectId: userId }: Who,
  { tax_year: year, plan_id }: Wanted,
  payments: RequestContext['config']['payments'],
  now: Date,
): Promise<Opened> {
  // Two clicks, or two people who pay at once, wait for each other here.
  await tx.run(sql`select 1 from customers where user_id = ${userId} for update`)
  const plans = await allPlans(tx)
  const plan = plans.find(({ id }) => id === plan_id)
  if (plan === undefined) return refuse('invalid_input', NO_PLAN, { fields: { plan_id: NO_PLAN } })
  const { plan: current, counted, creditCents } = await planOfYear(tx, userId, year)
  const total = counted.disposals + counted.incomes
  if (plan.limit !== null && total > plan.limit)
    refuse('conflict', `${year} has ${total} transactions that count; ${plan.name} covers ${plan.limit}.`)
  const order = (one: Plan) => plans.indexOf(one)
  if (current !== null && order(plan) <= order(plans.find(({ id }) => id === current.id) ?? current))
    refuse('conflict', `${year} is on ${current.name} already.`)
  await tx.run(sql`
    update purchases set state = 'cancelled', changed_at = ${now}
    where user_id = ${userId} and tax_year = ${year} and state = 'open'`)
  const id = newId()
  const due = payments === 'none' ? 0 : Math.max(0, plan.price_cents - creditCents)
  await tx.run(sql`
    insert into purchases (user_id, id, tax_year, plan_id, price_cents, list_cents, paid_by, state, paid_with, created_at, changed_at)
    values (${userId}, ${id}, ${year}, ${plan.id}, ${due}, ${plan.price_cents}, ${actorId}, 'open', ${payments}, ${now}, ${now})`)
  return { id, plan, due }
}

const NO_PLAN = 'There is no such plan.'
