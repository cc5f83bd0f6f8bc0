import { z } from 'zod'
import { decimalText, id, instantText, progress } from './common.ts'
import { FILING_STATUSES } from './method-names.ts'

/** What the engine works out beside the result that counts: under other methods, treatments or allocations. */
export const whatIf = z.object({
  id,
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  progress,
  percent: z.number().int(),
  /** Why it failed, in a sentence. */
  reason: z.string().nullable(),
  /** The transaction that kept it from being worked out, while it is there. */
  reason_transaction_id: id.nullable(),
  /** Neither the journal nor a setting nor the engine has changed since. */
  is_current: z.boolean(),
  finished_at: instantText.nullable(),
  /** The years that taxes are estimated for. */
  estimate_years: z.array(z.number().int()),
})

/** What the estimate of a tax beside it takes; it is not kept. */
export const estimateOf = z.object({
  filing_status: z.enum(FILING_STATUSES).default('single'),
  /** Taxable income of each year without what Lotbook counts, after deductions. */
  other_income: decimalText.default('0'),
})
