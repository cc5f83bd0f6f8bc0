import { z } from 'zod'
import { cursorPage, dayText, decimalText, id, instantText, success, taxYear, openAsOf } from './common.ts'
import { calculateRoute, customerRoute, readRoute } from './route.ts'
import { taxSettings } from './settings.ts'
import { filedYear } from './tax-years.ts'
import { calculationState } from './traces.ts'

/** R3.53 to R3.56. `taxCalculated`: null without a calculation, false while one runs, true when the newest is done. */
export const taxDetails = z.object({
  tax_year: z.number().int(),
  tax_calculated: z.boolean().nullable(),
  need_tax_calculation: z.boolean(),
  taxable_or_incoming: z.number().int(),
  total_transactions: z.number().int(),
  /** Open findings that wait in the review queue. */
  review: z.number().int(),
  /** A single account is in progress (O-35). */
  first_import: z.boolean(),
  imports_in_progress: z.number().int(),
  tax_calculation_id: id.nullable(),
  trace_id: id.nullable(),
  percent: z.number().int().nullable(),
  calculated_at: instantText.nullable(),
})
export type TaxDetails = z.infer<typeof taxDetails>

/** A figure and the handle that opens it in the Explain panel (N1). */
export const figure = z.object({ value: decimalText, handle: z.string() })
export type Figure = z.infer<typeof figure>

const termTotals = z.object({ proceeds: figure, basis: figure, gain: figure })

/** What keeps a total from being the last word, shown beside it. */
export const qualifier = z.object({
  code: z.string(),
  count: z.number().int(),
  message: z.string(),
  /** The most that the figure could be off by, or null where nobody can know. */
  effect: decimalText.nullable(),
})

export const oneYear = z.object({
  year: z.number().int(),
  /** Years with a disposal, an income or a removal. */
  years: z.array(z.number().int()),
  currency: z.string(),
  calculation: z.object({
    id,
    finished_at: instantText,
    engine_version: z.string(),
    rules_version: z.string(),
    settings: taxSettings,
    input_hash: z.string(),
    result_hash: z.string(),
    transactions: z.number().int(),
    /** How many invariants hold of it; 0 for one from before results were held to any. */
    invariants: z.number().int(),
  }),
  /** Changes to the journal since this calculation. */
  changes_since: z.number().int(),
  /** Set for a year that was filed: `calculation` is the one it was filed with, whatever was calculated later. */
  filed: filedYear.extend({ newest_calculation_id: id }).nullable(),
  /** Years that are frozen. */
  filed_years: z.array(z.number().int()),
  net_gain: figure,
  short: termTotals,
  long: termTotals,
  income: figure,
  donation_deduction: figure,
  /** The gain of every year that has one or a loss, each of the calculation that the year shows. */
  by_year: z.array(
    z.object({ year: z.number().int(), short: decimalText, long: decimalText, handle: z.string() }),
  ),
  months: z.array(
    z.object({
      month: z.number().int(),
      short: decimalText,
      long: decimalText,
      income: decimalText,
      handle: z.string(),
    }),
  ),
  income_by_category: z.array(
    z.object({
      category: z.string(),
      label: z.string(),
      value: decimalText,
      count: z.number().int(),
      /** So many of them have no price and are not in the value. */
      unpriced: z.number().int(),
      handle: z.string(),
    }),
  ),
  by_asset: z.array(
    z.object({
      asset: z.string(),
      short: decimalText,
      long: decimalText,
      income: decimalText,
      disposals: z.number().int(),
      /** Receipts that are income, and so many of them without a price, which are not in the income. */
      incomes: z.number().int(),
      unpriced: z.number().int(),
      handle: z.string(),
    }),
  ),
  counts: z.object({
    /** Lines of Form 8949: a sale that uses several lots is one for each. Every count of disposals is of these. */
    disposals: z.number().int(),
    incomes: z.number().int(),
    /** So many of the incomes have no price and are not in the income. */
    incomes_unpriced: z.number().int(),
    /** Removals with a deduction, and so many of them without a price, which are not in it. */
    donations: z.number().int(),
    donations_unpriced: z.number().int(),
    removals: z.number().int(),
  }),
  qualifiers: z.array(qualifier),
  /** What the qualifiers are of. */
  qualifiers_as_of: openAsOf,
  /** What is open on the rows, and what that is of. */
  open_as_of: openAsOf,
})
export type OneYear = z.infer<typeof oneYear>

/**
 * Since 2025 of a lot from before, which came to its account without a safe harbor though an allocation is on record: that
 * came too late for the asset, or leaves it out. Null for any other row.
 */
const allocation = z.enum(['late', 'left_out']).nullable()

export const disposalRow = z.object({
  handle: z.string(),
  transaction_id: id,
  kind: z.string(),
  label: z.string(),
  /** As people know it, and what it is. */
  asset: z.string(),
  asset_id: z.string(),
  account_name: z.string(),
  lot_transaction_id: id.nullable(),
  quantity: decimalText,
  acquired: dayText.nullable(),
  disposed: dayText,
  proceeds: decimalText,
  basis: decimalText,
  gain: decimalText,
  term: z.enum(['short', 'long']),
  /** Of Form 8949, by what is said of the account's Form 1099-DA. */
  box: z.string(),
  /** Columns (d) to (g) of Form 8949 where a line of a Form 1099-DA decides them. */
  form: z
    .object({ proceeds: decimalText, basis: decimalText, code: z.string(), adjustment: decimalText })
    .nullable(),
  /** A Form 1099-DA should list it, and nobody has said what that form says. */
  form_expected: z.boolean(),
  allocation,
  /** What it rests on that nobody has decided yet: codes of open findings on it, or on what acquired its lot. */
  open: z.array(z.string()),
})
export type DisposalRow = z.infer<typeof disposalRow>

export const incomeRow = z.object({
  handle: z.string(),
  transaction_id: id,
  category: z.string(),
  label: z.string(),
  /** As people know it, and what it is. */
  asset: z.string(),
  asset_id: z.string(),
  account_name: z.string(),
  quantity: decimalText,
  date: dayText,
  value: decimalText,
  /** The line of the return that it goes to, such as `Schedule 1, line 8v`. */
  line: z.string(),
  /** What it rests on that nobody has decided yet: codes of open findings. */
  open: z.array(z.string()),
})
export type IncomeRow = z.infer<typeof incomeRow>

export const removalRow = z.object({
  handle: z.string(),
  transaction_id: id,
  kind: z.string(),
  label: z.string(),
  /** As people know it, and what it is. */
  asset: z.string(),
  asset_id: z.string(),
  account_name: z.string(),
  quantity: decimalText,
  acquired: dayText.nullable(),
  date: dayText,
  basis: decimalText,
  value: decimalText.nullable(),
  term: z.enum(['short', 'long']).nullable(),
  deduction: decimalText.nullable(),
  allocation,
})

/** What stands before a calculation. */
export const preflight = z.object({
  imports_done: z.number().int(),
  imports_total: z.number().int(),
  transactions: z.number().int(),
  findings: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      count: z.number().int(),
      /** The most that they may change a year by, as far as it is known; null where nobody knows it of any. */
      effect: decimalText.nullable(),
      /** Of so many nobody knows. */
      unknown: z.number().int(),
      is_blocking: z.boolean(),
    }),
  ),
})

/** Totals of the boxes of Form 8949 that a year fills, as printed: each of its lines is rounded to the cent. */
export const formTotals = z.object({
  boxes: z.array(
    z.object({
      box: z.string(),
      term: z.enum(['short', 'long']),
      disposals: z.number().int(),
      proceeds: decimalText,
      basis: decimalText,
      /** Column (g): what forms of brokers have wrong. */
      adjustment: decimalText,
      gain: decimalText,
      /** Losses in column (g) that are taken back, codes L and W: by so much the gain is above that of the results. */
      taken_back: decimalText,
      /** The sales stand as totals on line 1a or 8a of Schedule D, without Form 8949. */
      is_direct: z.boolean(),
    }),
  ),
})
export type FormTotals = z.infer<typeof formTotals>

const yearRows = z.object({
  year: taxYear,
  asset: z.string().max(200).optional(),
  month: z.coerce.number().int().min(1).max(12).optional(),
  term: z.enum(['short', 'long']).optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

export const tax = {
  /** R7.58. With `recalculate` a running one is cancelled and the next queued; refused with `nothing_taxable`. */
  start: calculateRoute
    .route({ method: 'POST', path: '/imports/v1/tax_calculations/start_tax_calculation' })
    .input(z.object({ recalculate: z.boolean().default(false), tax_year: taxYear.optional() }))
    .output(z.object({ data: z.object({ trace_id: id }) })),
  /** R7.59 */
  details: readRoute
    .route({ method: 'GET', path: '/imports/v1/tax_calculations/details' })
    .output(z.object({ data: taxDetails })),
  /** R7.60: the newest result was seen. */
  updateTaxCalculated: customerRoute
    .route({ method: 'POST', path: '/imports/v1/tax_calculations/update_tax_calculated' })
    .output(z.object({ data: taxDetails })),
  cancel: calculateRoute
    .route({ method: 'POST', path: '/tax_calculations/{id}/cancel' })
    .input(z.object({ id }))
    .output(success),
  preflight: readRoute
    .route({ method: 'GET', path: '/tax_calculations/preflight' })
    .output(z.object({ data: preflight })),
  /** The newest first. */
  calculations: readRoute.route({ method: 'GET', path: '/tax_calculations' }).output(
    z.object({
      data: z.array(calculationState.extend({ net_gain: decimalText.nullable(), settings: taxSettings })),
    }),
  ),
  /** The newest done calculation seen as one year; refused with `calculation_not_done`. */
  oneYear: readRoute
    .route({ method: 'GET', path: '/one_year' })
    .input(z.object({ year: taxYear }))
    .output(z.object({ data: oneYear })),
  /** Of the calculation that the year shows; refused with `calculation_not_done`. */
  formTotals: readRoute
    .route({ method: 'GET', path: '/one_year/form_totals' })
    .input(z.object({ year: taxYear }))
    .output(z.object({ data: formTotals })),
  disposals: readRoute
    .route({ method: 'GET', path: '/one_year/disposals' })
    .input(yearRows)
    .output(cursorPage(disposalRow)),
  incomes: readRoute
    .route({ method: 'GET', path: '/one_year/incomes' })
    .input(yearRows.omit({ term: true }).extend({ category: z.string().optional() }))
    .output(cursorPage(incomeRow)),
  removals: readRoute
    .route({ method: 'GET', path: '/one_year/removals' })
    .input(yearRows.omit({ term: true }))
    .output(cursorPage(removalRow)),
}
