import { z } from 'zod'
import { decimalText, success, taxYear, textOfForm } from './common.ts'
import { FILING_STATUSES } from './method-names.ts'
import { customerRoute } from './route.ts'

const EXPECTED = 'an amount such as 1250.75 or -300, in dollars and cents, is expected'
const amount = textOfForm(/^-?\d{1,13}(\.\d{1,2})?$/, EXPECTED).nullable()
const loss = textOfForm(
  /^\d{1,13}(\.\d{1,2})?$/,
  'the loss as an amount without a minus sign, such as 1250.75, is expected',
).nullable()

/** A person's statements about the return of a year, which no history of digital assets holds; null is not stated. */
export const returnFacts = z.object({
  filing_status: z.enum(FILING_STATUSES).nullable(),
  /** Form 1040, line 15: what the next year's carryover worksheet begins with. */
  taxable_income: amount,
  /** Net gain or loss of everything on Schedule D that is no digital asset. */
  other_short: amount,
  other_long: amount,
  /** The loss carried over from the year before, where it is not the one that Lotbook works out. */
  carryover_short: loss,
  carryover_long: loss,
})
export type ReturnFactsInput = z.infer<typeof returnFacts>

/** A line of a form as it is printed; null where it has no such column, or nothing is known. */
const returnLine = z.object({
  line: z.string(),
  text: z.string(),
  proceeds: decimalText.nullable(),
  basis: decimalText.nullable(),
  adjustment: decimalText.nullable(),
  gain: decimalText.nullable(),
})
export type ReturnLineOfYear = z.infer<typeof returnLine>

/** The lines of the return that digital assets lead to, in cents. */
export const taxReturn = z.object({
  facts: returnFacts,
  /** Filed years keep what was stated. */
  is_filed: z.boolean(),
  /** Lines 1a to 22. */
  schedule_d: z.array(returnLine),
  /** The line of Form 1040 that takes the gain, or the loss within its limit. */
  capital_gain: returnLine,
  /** Lines 1 to 13 of the Capital Loss Carryover Worksheet of the year before; empty where it left no loss. */
  worksheet: z.array(returnLine),
  /** The loss that goes on to the next year, by term. */
  next: z.array(returnLine),
  /** Whether the digital asset question on page 1 of Form 1040 is answered with Yes by what the year holds. */
  has_digital_asset_transactions: z.boolean(),
  /** What the lines take for granted, a sentence each. */
  notes: z.array(z.string()),
})
export type TaxReturn = z.infer<typeof taxReturn>

export const taxReturns = {
  /** Of the calculation that the year shows; refused with `calculation_not_done`. */
  get: customerRoute
    .route({ method: 'GET', path: '/tax_returns' })
    .input(z.object({ year: taxYear }))
    .output(z.object({ data: taxReturn })),
  /** State them all; what is null is not stated any more. Refused with `conflict` for a year that is filed. */
  set: customerRoute
    .route({ method: 'POST', path: '/tax_returns' })
    .input(returnFacts.extend({ year: taxYear }))
    .output(success),
}
