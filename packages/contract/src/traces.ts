import { z } from 'zod'
import { id, progress, success } from './common.ts'
import { customerRoute } from './route.ts'

/** The steps of a trace, in order (model: Traces and plans). */
export const WIZARDS = [
  'UploadCsvWizard',
  'PricingWizard',
  'PaymentWizard',
  'SentGiftorPurchase',
  'MarkForkTransactions',
  'ConfirmAllTransaction',
  'MissingSendWizard',
  'MissingReceiveWizard',
  'SelfTransferWizard',
  'SelectLifoFifo',
  'TaxSummary',
] as const

export const trace = z.object({
  id,
  wizard_name: z.string(),
  trace_name: z.string().nullable(),
  completed_trace_name: z.string().nullable(),
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
  reason: z.string().nullable(),
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
    .input(z.object({ wizard_name: z.enum(WIZARDS) }))
    .output(trace),
  /** R7.23 */
  nextWizard: customerRoute
    .route({ method: 'GET', path: '/traces/next_wizard' })
    .output(z.object({ wizard_name: z.string().nullable(), id: id.nullable() })),
  /** R7.24 */
  status: customerRoute.route({ method: 'GET', path: '/traces/trace_status' }).output(
    z.object({
      data: z.object({ completed_trace_name: z.string().nullable(), trace_name: z.string().nullable() }),
    }),
  ),
  /** R7.25 */
  toUploadWizard: customerRoute
    .route({ method: 'POST', path: '/traces/update_trace_to_upload_csv_wizard' })
    .input(z.object({ trace_id: id }))
    .output(success),
  /** R7.27: the newest calculation of a trace. */
  checkTaxCalculation: customerRoute
    .route({ method: 'GET', path: '/traces/check_tax_calculation' })
    .input(z.object({ id }))
    .output(z.object({ data: calculationState.nullable() })),
}
