import { z } from 'zod'
import { decimalText, taxYear } from './common.ts'
import { readRoute } from './route.ts'
import { estimateOf } from './what-if.ts'

/**
 * The federal income tax that the year's gains and income add, with the net investment income tax and self-employment tax (E26). Without
 * state tax and credits.
 */
export const estimatedTax = z.object({
  /** With the year's gains and income, without them, and the difference: below zero where a loss lowers the tax. */
  with: decimalText,
  without: decimalText,
  added: decimalText,
  income: decimalText,
  short: decimalText,
  long: decimalText,
  /** Losses that earlier years left, positive. */
  carried_short: decimalText,
  carried_long: decimalText,
  ordinary_income: decimalText,
  preferential_income: decimalText,
  /** Percent on the last dollar; null where there is no such income. */
  ordinary_rate: z.number().int().nullable(),
  preferential_rate: z.number().int().nullable(),
  /** The loss that reduces other income, and what is left for the next year, positive. */
  loss_deducted: decimalText,
  left_short: decimalText,
  left_long: decimalText,
  /** Gains of other property that are entered for the return of the year; they are in both taxes. */
  other_short: decimalText,
  other_long: decimalText,
  /** Part of `with`: 3.8 percent of gains, interest and dividends above the threshold of the filing status. */
  niit: decimalText,
  /** Expenses of the business that are stated; they lower the income. */
  business_expenses: decimalText,
  /** Income of the year on Schedule C before its expenses, and the self-employment tax on it as part of `with`; half of that lowers the income. */
  business_income: decimalText,
  self_employment_tax: decimalText,
  additional_medicare_tax: decimalText,
  self_employment_deduction: decimalText,
})
export type EstimatedTax = z.infer<typeof estimatedTax>

export const estimates = {
  /** The estimate from the calculation that the year shows, null where there is no tax table; refused with `calculation_not_done`. */
  federalTax: readRoute
    .route({ method: 'GET', path: '/one_year/estimated_tax' })
    .input(estimateOf.extend({ year: taxYear }))
    .output(z.object({ data: estimatedTax.nullable() })),
}
