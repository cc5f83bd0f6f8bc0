import { z } from 'zod'
import { id, progress, success } from './common.ts'
import { customerRoute } from './route.ts'
import { subscriptionStatus } from './subscription-status.ts'
import { REVIEW_WIZARDS, WIZARDS } from './wizards.ts'

const wizard = z.enum(WIZARDS)
const reviewWizard = z.enum(REVIEW_WIZARDS)

export const trace = z.object({
  id,
  wizard_name: wizard,
  trace_name: wizard.nullable(),
  completed_trace_name: wizard.nullable(),
  tax_year: z.number().int(),
})

export const CALCULATION_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** A calculation while and after it runs. */
export const calculationState = z.object({
  id,
  trace_id: id,
  state: z.enum(CALCULATION_STATES),
  tax_year: z.number().int(),
  progress,
  /** The share done over all stages, 0 to 100; only grows while one calculation runs. */
  percent: z.number().int(),
  /** Why it failed, in a sentence. */
  reason: z.string().nullable(),
  /** The transaction that kept it from being made, while it is there. */
  reason_transaction_id: id.nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
})
export type CalculationState = z.infer<typeof calculationState>

export const traces = {
  /** R7.2 */
  show: customerRoute.route({ method: 'GET', path: '/traces/{id}' }).input(z.object({ id })).output(trace),
  /** R7.3: the open trace of the default tax year, made when there is none. */
  create: customerRoute
    .route({ method: 'POST', path: '/traces' })
    .input(z.object({ wizard_name: wizard }))
    .output(trace),
  /** R7.19: the address that mails about this customer go to. */
  customerInfo: customerRoute
    .route({ method: 'GET', path: '/traces/customer_info' })
    .output(z.object({ email: z.string() })),
  /** R7.21: the tax year at hand, its plan, and how much of it counts. */
  activeYearSubscriptionStatus: customerRoute
    .route({ method: 'GET', path: '/traces/active_year_subscription_status' })
    .output(subscriptionStatus),
  /** R7.22: whether any year has a plan. */
  hasSubscriptions: customerRoute
    .route({ method: 'GET', path: '/traces/has_subscriptions' })
    .output(z.object({ subscribed: z.boolean() })),
  /** R7.20: the first step of the review that has something to ask, or null. */
  reviewEntry: customerRoute
    .route({ method: 'GET', path: '/traces/review_entry' })
    .output(z.object({ wizard_name: reviewWizard.nullable() })),
  /** R7.23: the next step with something to ask, and the trace it belongs to. It moves nothing. */
  nextWizard: customerRoute
    .route({ method: 'GET', path: '/traces/next_wizard' })
    .output(z.object({ wizard_name: wizard, id })),
  /** R7.24 */
  status: customerRoute.route({ method: 'GET', path: '/traces/trace_status' }).output(
    z.object({
      data: z.object({ completed_trace_name: wizard.nullable(), trace_name: wizard.nullable() }),
    }),
  ),
  /** R7.25 */
  toUploadWizard: customerRoute
    .route({ method: 'POST', path: '/traces/update_trace_to_upload_csv_wizard' })
    .input(z.object({ trace_id: id }))
    .output(success),
  /** R7.26: stand on a step; one that has nothing to choose gives way to the next that has. */
  toDesiredWizard: customerRoute
    .route({ method: 'POST', path: '/traces/update_trace_to_desired_wizard' })
    .input(z.object({ wizard }))
    .output(success.extend({ wizard_name: wizard })),
  /** The whole walk: where it stands, and what each step of the review still asks. */
  steps: customerRoute.route({ method: 'GET', path: '/traces/steps' }).output(
    z.object({
      data: z.object({
        trace,
        next: wizard,
        /** Whether there is any history; without it the walk begins with the import. */
        has_history: z.boolean(),
        /** Whether the newest result is of the journal and the settings as they are. */
        is_calculated: z.boolean(),
        /** Questions of this walk that a person answered or left open. */
        answered: z.number().int(),
        steps: z.array(
          z.object({
            wizard_name: z.enum([...REVIEW_WIZARDS, 'SelectLifoFifo']),
            /** Questions that wait, and those that were left open. */
            asks: z.number().int(),
            left: z.number().int(),
          }),
        ),
      }),
    }),
  ),
  /** "I don't know": the walk does not ask these again; they stay in the review queue. Of a step: all that it asks. */
  leaveOpen: customerRoute
    .route({ method: 'POST', path: '/traces/leave_open' })
    .input(
      z.object({
        items: z.array(id).max(5_000).optional(),
        by_asset: z.boolean().optional(),
        wizard: reviewWizard.optional(),
      }),
    )
    .output(success.extend({ count: z.number().int() })),
  /** Ask again what was left open in a step. */
  askAgain: customerRoute
    .route({ method: 'POST', path: '/traces/ask_again' })
    .input(z.object({ wizard: reviewWizard }))
    .output(success.extend({ count: z.number().int() })),
  /** R7.27: the newest calculation of a trace. */
  checkTaxCalculation: customerRoute
    .route({ method: 'GET', path: '/traces/check_tax_calculation' })
    .input(z.object({ id }))
    .output(z.object({ data: calculationState.nullable() })),
}
