import { z } from 'zod'
import { dayText, decimalText, enteredDay, id, success, taxYear, textOfForm } from './common.ts'
import { LINES_OF_INCOME, MOST_INCOME_LINES } from './income-line-names.ts'
import { FILING_STATUSES } from './method-names.ts'
import { customerRoute, readRoute } from './route.ts'
import { estimateOf } from './what-if.ts'

const EXPECTED = 'an amount such as 1250.75 or -300, in dollars and cents, is expected'
const amount = textOfForm(/^-?\d{1,13}(\.\d{1,2})?$/, EXPECTED).nullable()
const loss = textOfForm(
  /^\d{1,13}(\.\d{1,2})?$/,
  'the loss as an amount without a minus sign, such as 1250.75, is expected',
).nullable()

const notBelowZero = textOfForm(
  /^\d{1,13}(\.\d{1,2})?$/,
  'an amount without a minus sign, such as 1250.75, is expected',
).nullable()

/** Payments of estimated tax of one year. */
const MOST_PAYMENTS = 60

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
  /** Sales with basis reported and no adjustment stand as totals on lines 1a and 8a of Schedule D, without Form 8949. */
  totals_on_schedule_d: z.boolean().default(false),
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
  /** Form 1040, line 25b: federal income tax withheld by box 4 of Forms 1099-DA; null where none was. */
  withheld: decimalText.nullable(),
  /** Lines 1 to 13 of the Capital Loss Carryover Worksheet of the year before; empty where it left no loss. */
  worksheet: z.array(returnLine),
  /** The loss that goes on to the next year, by term. */
  next: z.array(returnLine),
  /** The digital asset question as the form of the year asks it; null where no form did. */
  digital_asset_question: z.object({ place: z.string(), text: z.string() }).nullable(),
  /** Whether it is answered with Yes by what the year holds. */
  has_digital_asset_transactions: z.boolean(),
  /** Sentences, one for each statement that the lines take for granted. */
  notes: z.array(z.string()),
})
export type TaxReturn = z.infer<typeof taxReturn>

const incomeLine = z.enum(LINES_OF_INCOME)

/** The income of a year of one kind from one account, with the line of the return that it goes to. */
const incomeOfSource = z.object({
  account_id: id,
  account_name: z.string(),
  category: z.string(),
  /** Interest received, in cash. */
  label: z.string(),
  is_cash: z.boolean(),
  receipts: z.number().int(),
  /** Receipts without a price, which count as zero; null as a value where none has one. */
  unpriced: z.number().int(),
  value: decimalText.nullable(),
  line: incomeLine,
  /** Answered for this year, carried on from the answer of an earlier one, or the usual line that nobody confirmed. */
  chosen: z.enum(['answered', 'carried', 'usual']),
  carried_from: z.number().int().nullable(),
  /** Lines that it may go to, the usual one first, each by its name on the form of the year. */
  lines: z.array(z.object({ line: incomeLine, name: z.string() })),
})
export type IncomeOfSource = z.infer<typeof incomeOfSource>

/** A line of the return that income leads to, in cents; null where no receipt on it has a price. */
const amountLine = z.object({ line: z.string(), text: z.string(), amount: decimalText.nullable() })

/** A person's statements that the tax on a business hangs on; null is not stated. */
const businessFacts = z.object({
  /** Schedule C, line 28. */
  business_expenses: notBelowZero,
  /** Wages on Forms W-2 that are not in the history. */
  other_wages: notBelowZero,
})
export type BusinessFacts = z.infer<typeof businessFacts>

export const incomeByLine = z.object({
  /** Filed years keep their lines. */
  is_filed: z.boolean(),
  facts: businessFacts,
  /** The largest first. */
  sources: z.array(incomeOfSource),
  /** Schedule C, Schedule 1 and Form 1040, in the order of the forms. */
  lines: z.array(amountLine),
  notes: z.array(z.string()),
})
export type IncomeByLine = z.infer<typeof incomeByLine>

const incomeAnswer = z.object({
  account_id: id,
  category: z.string().min(1).max(40),
  is_cash: z.boolean(),
  /** Null takes the answer for this year back. */
  line: incomeLine.nullable(),
})
export type IncomeAnswer = z.infer<typeof incomeAnswer>

/** A person's statements about the estimated tax that they pay for a year; null is not stated. */
const paymentFacts = z.object({
  /** Form 1040 of the year before: line 24 and line 11. */
  prior_tax: notBelowZero,
  prior_agi: amount,
  /** Expected for the whole year. */
  withholding: notBelowZero,
  payments: z
    .array(
      z.object({
        paid_on: enteredDay,
        amount: textOfForm(
          /^(?!0+(\.0+)?$)\d{1,13}(\.\d{1,2})?$/,
          'an amount above zero, such as 1250.75, is expected',
        ),
      }),
    )
    .max(MOST_PAYMENTS),
})
export type PaymentFacts = z.infer<typeof paymentFacts>

export const estimatedPayments = z.object({
  facts: paymentFacts,
  is_filed: z.boolean(),
  /** The customer's day. */
  today: dayText,
  /** The whole federal tax of the year as it is estimated now, and what is asked for; null where there is no tax table. */
  plan: z
    .object({
      tax: decimalText,
      rule: z.enum(['90_percent', '100_percent', '110_percent', 'below_1000', 'no_tax_before']),
      required: decimalText,
      of_this_year: decimalText,
      of_year_before: decimalText.nullable(),
      installments: z.array(
        z.object({ due: dayText, required: decimalText, paid: decimalText, short: decimalText }),
      ),
    })
    .nullable(),
})
export type EstimatedPayments = z.infer<typeof estimatedPayments>

export const taxReturns = {
  /** The lines by the calculation that the year shows; refused with `calculation_not_done`. */
  get: readRoute
    .route({ method: 'GET', path: '/tax_returns' })
    .input(z.object({ year: taxYear }))
    .output(z.object({ data: taxReturn })),
  /** State them all; what is null is not stated any more. Refused with `conflict` for a year that is filed. */
  set: customerRoute
    .route({ method: 'POST', path: '/tax_returns' })
    .input(returnFacts.extend({ year: taxYear }))
    .output(success),
  /** The income of a year by kind and source, and where it goes; refused with `calculation_not_done`. */
  incomeLines: readRoute
    .route({ method: 'GET', path: '/tax_returns/income_lines' })
    .input(z.object({ year: taxYear }))
    .output(z.object({ data: incomeByLine })),
  /**
   * Say which line kinds of income go to, all or none. Refused with `conflict` for a year that is filed or has no income, and with
   * `invalid_input` for what the year does not have or for a line that it may not go to.
   */
  setIncomeLines: customerRoute
    .route({ method: 'POST', path: '/tax_returns/income_lines' })
    .input(z.object({ year: taxYear, lines: z.array(incomeAnswer).min(1).max(MOST_INCOME_LINES) }))
    .output(success),
  /** State what a business cost and other wages; null is not stated any more. Refused with `conflict` for a year that is filed. */
  setBusiness: customerRoute
    .route({ method: 'POST', path: '/tax_returns/business' })
    .input(businessFacts.extend({ year: taxYear }))
    .output(success),
  /** What to pay by which day so that no addition to tax is due; refused with `calculation_not_done`. */
  payments: readRoute
    .route({ method: 'GET', path: '/tax_returns/payments' })
    .input(estimateOf.extend({ year: taxYear }))
    .output(z.object({ data: estimatedPayments })),
  /** State them all; what is left out is not stated any more. Refused with `conflict` for a year that is filed. */
  setPayments: customerRoute
    .route({ method: 'POST', path: '/tax_returns/payments' })
    .input(paymentFacts.extend({ year: taxYear }))
    .output(success),
}
