import { z } from 'zod'
import { id, instantText, success, taxYear } from './common.ts'
import { planStanding } from './plan-names.ts'
import { publicRoute, route } from './route.ts'

/** How this installation takes payments. */
export const PAYMENTS = ['none', 'test', 'stripe'] as const

const cents = z.number().int()

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  /** Disposals and incomes of one tax year at most; null: any number. */
  limit: z.number().int().nullable(),
  price_cents: cents,
})
export type Plan = z.infer<typeof plan>

/** A tax year with its plan. */
export const planYear = z.object({
  tax_year: z.number().int(),
  disposals: z.number().int(),
  incomes: z.number().int(),
  standing: planStanding,
  /** The plan that was chosen or paid. */
  plan_id: z.string().nullable(),
  /** The smallest plan that covers what counts. */
  needed_plan_id: z.string(),
  /** Price of each plan now: the difference to the one that is paid; null where it cannot be chosen. */
  due: z.record(z.string(), cents.nullable()),
})
export type PlanYear = z.infer<typeof planYear>

/** What a year will likely count, and what its plan will then cost: told from what is imported so far, before anything is calculated. */
export const likelyCost = z.object({
  tax_year: z.number().int(),
  /** About how many disposals and incomes: transfers are not yet told apart, and fees in coins count. */
  counted: z.number().int(),
  needed_plan_id: z.string(),
  /** What is left to pay for that plan. */
  due_cents: cents,
})
export type LikelyCost = z.infer<typeof likelyCost>

/** Plans, and the years that a person can choose one for. */
export const planOffer = z.object({
  payments: z.enum(PAYMENTS),
  plans: z.array(plan),
  year: planYear,
  years: z.array(z.object({ tax_year: z.number().int(), counted: z.number().int() })),
  /** Whether a calculation has counted; before one nobody knows what counts. */
  is_counted: z.boolean(),
  /** Imports that run: the count can grow. */
  imports_in_progress: z.number().int(),
  /** The newest year first; empty unless it was asked for. */
  likely: z.array(likelyCost),
})
export type PlanOffer = z.infer<typeof planOffer>

export const PURCHASE_STATES = ['open', 'paid', 'refused', 'cancelled', 'refunded', 'disputed'] as const

export const purchase = z.object({
  id,
  tax_year: z.number().int(),
  plan_id: z.string(),
  plan_name: z.string(),
  state: z.enum(PURCHASE_STATES),
  price_cents: cents,
  list_cents: cents,
  paid_with: z.enum(PAYMENTS),
  /** Name of the payer, where it was somebody else. */
  paid_by: z.string().nullable(),
  created_at: instantText,
  paid_at: instantText.nullable(),
  /** Number of the invoice, which is had as a PDF at /billings/receipts/{id}. */
  invoice: z.string().nullable(),
  problem: z.enum(['other_amount', 'changed_plan']).nullable(),
  /** Sent back so far. */
  refunded_cents: cents,
  /** The plan that the money left pays for, where it is not the one that was bought. */
  counts_as: z.string().nullable(),
})
export type Purchase = z.infer<typeof purchase>

/** R3.58, R7.18 */
export const billingHistory = z.object({
  current_tax_year: z.number().int(),
  /** Years that have a plan, the newest first. */
  year: z.array(z.number().int()),
})

const begun = success.extend({ id, url: z.string().nullable() })
const wanted = z.object({
  tax_year: taxYear,
  plan_id: z.string().max(40),
  /** The path to come back to once it is paid. */
  callUrl: z.string().max(200).optional(),
})
const customerRoute = route.meta({ access: ['customer'] })
const professionalRoute = route.meta({ access: ['cpa'] })

/** Plans, payment, receipts. */
export const billing = {
  /** R7.18 */
  history: customerRoute
    .route({ method: 'GET', path: '/billings/billingHistory' })
    .output(billingHistory.extend({ purchases: z.array(purchase) })),
  /** Plans and their prices, for a page that anybody sees. */
  offered: publicRoute
    .route({ method: 'GET', path: '/billings/offered' })
    .output(z.object({ payments: z.enum(PAYMENTS), plans: z.array(plan) })),
  plans: customerRoute
    .route({ method: 'GET', path: '/billings/plans' })
    .input(z.object({ tax_year: taxYear.optional(), likely: z.stringbool().optional() }))
    .output(z.object({ data: planOffer })),
  /** Begin to buy. `url` is where it is paid; null where nothing is to pay, and the plan is chosen. */
  buy: customerRoute.route({ method: 'POST', path: '/billings/purchases' }).input(wanted).output(begun),
  purchase: customerRoute
    .route({ method: 'GET', path: '/billings/purchases/{id}' })
    .input(z.object({ id }))
    .output(z.object({ data: purchase })),
  /** The marked test checkout, which stands in for the page of a payment provider (`PAYMENTS=test`). */
  finishTest: route
    .meta({ access: ['customer', 'cpa'] })
    .route({ method: 'POST', path: '/billings/test_checkout/{id}' })
    .input(z.object({ id, outcome: z.enum(['paid', 'refused']), client_id: id.optional() }))
    .output(z.object({ data: purchase })),
  /** The plans of a client's year, for the professional who pays or asks to. */
  clientPlans: professionalRoute
    .route({ method: 'GET', path: '/tax_pro/client_plans' })
    .input(z.object({ client_id: id, tax_year: taxYear.optional() }))
    .output(
      z.object({ data: planOffer.extend({ client: z.object({ name: z.string(), email: z.string() }) }) }),
    ),
  /** What a professional bought for a client; its receipt is at /tax_pro/receipts/{client_id}/{id}, also once the work has ended. */
  clientPurchase: professionalRoute
    .route({ method: 'GET', path: '/tax_pro/client_purchases/{id}' })
    .input(z.object({ id, client_id: id }))
    .output(z.object({ data: purchase })),
  /** A professional pays for a client. They need to be allowed to work for them. */
  buyForClient: professionalRoute
    .route({ method: 'POST', path: '/tax_pro/client_plans' })
    .input(wanted.omit({ callUrl: true }).extend({ client_id: id }))
    .output(begun),
}
