import {
  BROKER_LINE_LOSSES,
  BROKER_LINE_OUTCOMES,
  BROKER_LINE_RECIPIENTS,
  BROKER_LINE_STATUSES,
  BROKER_LINE_TERMS,
  BROKER_LINE_TOTALS,
} from '@lotbook/journal'
import { z } from 'zod'
import { dayText, decimalText, enteredDay, id, success, taxYear, textOfForm } from './common.ts'
import { fieldName } from './field-words.ts'
import { customerRoute, importRoute, readRoute } from './route.ts'

const notOneLine = ({ path = [] }: { readonly path?: PropertyKey[] | undefined }) =>
  `${fieldName(path, 'input')}: one line of text is expected.`
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, { error: notOneLine })
const dollars = textOfForm(
  /^\d{1,13}(\.\d{1,2})?$/,
  'an amount such as 1250.75, in dollars and cents and without a minus sign, is expected',
)
const units = textOfForm(/^\d{1,25}(\.\d{1,18})?$/, 'a number of units such as 0.125 is expected')

/** A line of a Form 1099-DA: boxes 1a to 16. Null is an empty box. */
export const brokerLineBoxes = z.object({
  account_id: id,
  form: line(100),
  status: z.enum(BROKER_LINE_STATUSES),
  recipient: z.enum(BROKER_LINE_RECIPIENTS),
  /** Boxes 1a to 1i. */
  code: line(100).min(1).nullable(),
  name: line(200).min(1),
  units,
  acquired: enteredDay.nullable(),
  sold: enteredDay.nullable(),
  proceeds: dollars,
  basis: dollars.nullable(),
  market_discount: dollars.nullable(),
  wash_sale_loss: dollars.nullable(),
  /** Boxes 2 to 10. */
  is_basis_reported: z.boolean(),
  proceeds_are: z.enum(['gross', 'net']),
  is_qof: z.boolean(),
  withheld: dollars.nullable(),
  is_loss_not_allowed: z.boolean(),
  term: z.enum(BROKER_LINE_TERMS).nullable(),
  is_cash_only: z.boolean(),
  is_customer_provided: z.boolean(),
  is_noncovered: z.boolean(),
  box_10: line(100).min(1).nullable(),
  /** Boxes 11a to 11c. */
  total: z.enum(BROKER_LINE_TOTALS).nullable(),
  count: z.number().int().min(0).max(1_000_000_000).nullable(),
  first_sales: dollars.nullable(),
  /** Boxes 12a and 12b. */
  transferred_in: units.nullable(),
  transferred_in_on: enteredDay.nullable(),
  /** Boxes 14 to 16. */
  state: line(100).min(1).nullable(),
  state_id: line(100).min(1).nullable(),
  state_withheld: dollars.nullable(),
})
export type BrokerLineBoxes = z.infer<typeof brokerLineBoxes>

/** A kept line. What a file had is shown as it is, also where a form would not take it. */
const keptLine = brokerLineBoxes.extend({
  id,
  form: z.string(),
  code: z.string().nullable(),
  name: z.string(),
  units: decimalText,
  acquired: dayText.nullable(),
  sold: dayText.nullable(),
  proceeds: decimalText,
  basis: decimalText.nullable(),
  market_discount: decimalText.nullable(),
  wash_sale_loss: decimalText.nullable(),
  withheld: decimalText.nullable(),
  box_10: z.string().nullable(),
  first_sales: decimalText.nullable(),
  transferred_in: decimalText.nullable(),
  transferred_in_on: dayText.nullable(),
  state: z.string().nullable(),
  state_id: z.string().nullable(),
  state_withheld: decimalText.nullable(),
  /** The file that it came in; null for one that was entered by hand. */
  file_name: z.string().nullable(),
  /** A person tied it to sales, or parted it from all. */
  is_by_hand: z.boolean(),
  tied_to: z.array(id).nullable(),
  note: z.string().nullable(),
  loss: z.enum(BROKER_LINE_LOSSES),
})
export type BrokerLine = z.infer<typeof keptLine>

/** A sale that a line is of, or may be of. */
const saleOfLine = z.object({
  transaction_id: id,
  asset: z.string(),
  quantity: decimalText,
  disposed: dayText,
  proceeds: decimalText,
  basis: decimalText,
})
export type SaleOfLine = z.infer<typeof saleOfLine>

/** Lines and sales that belong together, with what becomes of them. Amounts are in cents as printed. */
const brokerResult = z.object({
  id: z.string(),
  outcome: z.enum(BROKER_LINE_OUTCOMES),
  account_id: id,
  account_name: z.string(),
  asset: z.string(),
  /** No sale of the history is of that name. */
  is_unknown_asset: z.boolean(),
  /** The day on the form, else that of the sale. */
  day: dayText.nullable(),
  /** The first of each; the counts are of all. */
  lines: z.array(keptLine),
  line_count: z.number().int(),
  sales: z.array(saleOfLine.extend({ is_loss_deductible: z.boolean() })),
  sale_count: z.number().int(),
  form_proceeds: decimalText.nullable(),
  our_proceeds: decimalText.nullable(),
  form_basis: decimalText.nullable(),
  our_basis: decimalText.nullable(),
  /** On Form 8949, by box: columns (d) to (h). */
  filed: z.array(
    z.object({
      box: z.string(),
      proceeds: decimalText,
      basis: decimalText,
      code: z.string(),
      adjustment: decimalText,
      gain: decimalText,
    }),
  ),
  /** Why it is on the return as it is, in the words of a reply to a notice. */
  reason: z.string(),
})
export type BrokerResult = z.infer<typeof brokerResult>

const brokerFile = z.object({
  id,
  file_name: z.string(),
  received_at: z.string(),
  lines: z.number().int(),
  problems: z.number().int(),
})
export type BrokerFile = z.infer<typeof brokerFile>

export const brokerLinesOfYear = z.object({
  is_filed: z.boolean(),
  /** Lines that came, went or changed after the year was filed. */
  changed_since_filed: z.number().int(),
  lines: z.number().int(),
  outcomes: z.array(z.object({ outcome: z.enum(BROKER_LINE_OUTCOMES), results: z.number().int() })),
  /** Proceeds by box: on the forms, on Form 8949, and their difference. */
  boxes: z.array(
    z.object({ box: z.string(), form: decimalText, filed: decimalText, difference: decimalText }),
  ),
  /** From the proceeds on the forms to the gain. */
  footing: z.object({
    on_forms: decimalText,
    only_on_forms: decimalText,
    filed: decimalText,
    basis: decimalText,
    adjustments: z.array(z.object({ code: z.string(), amount: decimalText, rows: z.number().int() })),
    gain: decimalText,
  }),
  /** Box 4: Form 1040, line 25b. */
  withheld: decimalText,
  files: z.array(brokerFile),
  /** Accounts that a form can be of: all but wallets of one's own. */
  accounts: z.array(z.object({ account_id: id, account_name: z.string() })),
})
export type BrokerLinesOfYear = z.infer<typeof brokerLinesOfYear>

const brokerProblem = z.object({
  line: z.number().int(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
})

/** A change of lines; it can be undone by its id. */
const changed = success.extend({ change_id: id })

export const brokerFormFile = z.object({
  file_name: z.string(),
  /** Lines that were added, those that were there already, and lines that are the same within the file, which all count. */
  added: z.number().int(),
  repeated: z.number().int(),
  alike: z.number().int(),
  years: z.array(z.object({ year: z.number().int(), lines: z.number().int(), change_id: id })),
  /** Names of assets that no sale of the history has. */
  unknown_assets: z.array(z.string()),
  problem_count: z.number().int(),
  /** The first hundred. */
  problems: z.array(brokerProblem),
})
export type BrokerFormFile = z.infer<typeof brokerFormFile>

/** The lines of Forms 1099-DA: entered, imported, tied to sales. */
export const brokerLines = {
  /** Lines and sales of a year with what becomes of them; refused with `calculation_not_done`. */
  lines: readRoute
    .route({ method: 'GET', path: '/broker_forms/lines' })
    .input(
      z.object({
        year: taxYear,
        outcome: z.enum(BROKER_LINE_OUTCOMES).optional(),
        cursor: z.string().max(20).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(50),
      }),
    )
    .output(
      z.object({
        data: brokerLinesOfYear,
        rows: z.array(brokerResult),
        next: z.string().nullable(),
        total: z.number().int(),
      }),
    ),
  /** Enter a line; with `line_id` it takes the place of that one. */
  enter: customerRoute
    .route({ method: 'POST', path: '/broker_forms/lines' })
    .input(brokerLineBoxes.extend({ year: taxYear, line_id: id.optional() }))
    .output(changed),
  /** Take lines out: one, or all of a file in a year. */
  remove: customerRoute
    .route({ method: 'POST', path: '/broker_forms/lines/remove' })
    .input(z.object({ year: taxYear, line_id: id.optional(), file_id: id.optional() }))
    .output(changed),
  /**
   * Tie a line to sales, none to part it from all, null to let units and days decide; with an explanation of what differs, and a word on its loss,
   * which stays what it is where it is left out.
   */
  tie: customerRoute
    .route({ method: 'POST', path: '/broker_forms/lines/tie' })
    .input(
      z.object({
        year: taxYear,
        line_id: id,
        transaction_ids: z.array(id).max(1000).nullable(),
        note: line(1000).nullable(),
        loss: z.enum(BROKER_LINE_LOSSES).optional(),
      }),
    )
    .output(changed),
  /** State that a loss of a sale is not deductible (code L of Form 8949), or take that back. */
  stateLoss: customerRoute
    .route({ method: 'POST', path: '/broker_forms/sales/loss' })
    .input(z.object({ year: taxYear, transaction_id: id, is_deductible: z.boolean() }))
    .output(changed),
  /** Sales of the year that a line may be tied to, those of its account and day first. */
  sales: readRoute
    .route({ method: 'GET', path: '/broker_forms/sales' })
    .input(z.object({ year: taxYear, line_id: id, search: z.string().trim().max(100).optional() }))
    .output(
      z.object({ data: z.array(saleOfLine.extend({ account_name: z.string() })), total: z.number().int() }),
    ),
  /** Undo a change; refused with `already_undone` where a later one changed the same lines. */
  undo: customerRoute
    .route({ method: 'POST', path: '/broker_forms/changes/undo' })
    .input(z.object({ change_id: id }))
    .output(changed),
  /**
   * Multipart with `file`, our template as CSV or workbook or FDX JSON. `account_id` is the account of lines whose broker is not known by name,
   * `recipient` says whose forms they are where the file names somebody else. Bad lines are told and the rest goes in; lines that are there add nothing.
   */
  upload: importRoute
    .route({ method: 'POST', path: '/broker_forms/files' })
    .input(
      z.object({
        file: z.file(),
        account_id: id.optional(),
        recipient: z.enum(BROKER_LINE_RECIPIENTS).optional(),
      }),
    )
    .output(z.object({ data: brokerFormFile })),
  /** Lines of a file that could not be read, the first hundreds of them. */
  problems: readRoute
    .route({ method: 'GET', path: '/broker_forms/files/{id}/problems' })
    .input(z.object({ id }))
    .output(z.object({ file_name: z.string(), total: z.number().int(), data: z.array(brokerProblem) })),
}
