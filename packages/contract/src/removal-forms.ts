import { z } from 'zod'
import { decimalText, enteredDay, id, success, taxYear, textOfForm } from './common.ts'
import { fieldName } from './field-words.ts'
import { FORM_REMOVALS, HOW_ACQUIRED, VALUED_BY } from './removal-names.ts'
import { customerRoute, readRoute } from './route.ts'

/** Text of one line: no control characters, which no form prints. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, { error: notOneLine })
    .nullable()

function notOneLine({ path = [] }: { readonly path?: PropertyKey[] | undefined }): string {
  return `${fieldName(path, 'input')}: one line of text is expected.`
}

const day = enteredDay.nullable()
const answer = z.boolean().nullable()

/** A person's statements about a gift, a donation or a loss; null is not stated. */
export const removalFacts = z.object({
  donee: line(200),
  donee_address: line(300),
  donee_ein: textOfForm(/^\d{2}-?\d{7}$/, 'nine digits such as 12-3456789 are expected').nullable(),
  /** The donee is the giver's spouse and a U.S. citizen, so that no exclusion limits the gifts. */
  donee_is_spouse: answer,
  acknowledged_on: day,
  /** Takes the place of the way that follows from the lots. */
  how_acquired: z.enum(HOW_ACQUIRED).nullable(),
  valued_by: z.enum(VALUED_BY).nullable(),
  has_appraisal: answer,
  appraiser: line(200),
  appraised_on: day,
  discovered_on: day,
  reimbursement: textOfForm(
    /^\d{1,13}(\.\d{1,2})?$/,
    'an amount such as 1250.75, in dollars and cents, is expected',
  ).nullable(),
  is_for_profit: answer,
  may_recover: answer,
  evidence: line(2000),
})
export type RemovalFactsInput = z.infer<typeof removalFacts>
export const REMOVAL_FIELDS = Object.keys(removalFacts.shape) as readonly (keyof RemovalFactsInput)[]

const removalLot = z.object({
  asset: z.string(),
  quantity: decimalText,
  account_name: z.string(),
  /** Null where the units have no known origin. */
  acquired: z.string().nullable(),
  term: z.enum(['short', 'long']).nullable(),
  basis: decimalText,
  value: decimalText.nullable(),
  deduction: decimalText.nullable(),
})

/** A gift, a donation or a loss, with its lots, what was stated of it, and the form it belongs on. */
export const formRemoval = z.object({
  transaction_id: id,
  kind: z.enum(FORM_REMOVALS),
  /** The year it is stated under: of a theft that was discovered later, that of the theft. */
  tax_year: z.number().int(),
  label: z.string(),
  date: z.string(),
  /** `0.5 BTC`. */
  property: z.string(),
  account_name: z.string(),
  basis: decimalText,
  value: decimalText.nullable(),
  /** The deduction for a donation; null where it is not known. */
  deduction: decimalText.nullable(),
  /** The basis of a theft or loss that no reimbursement covers; null where the reimbursement is not stated. */
  unreimbursed: decimalText.nullable(),
  /** The usual answer, from the history alone; null where lots differ or it does not say. */
  how_acquired: z.enum(HOW_ACQUIRED).nullable(),
  lots: z.array(removalLot),
  /** `Form 8283, Section A`; empty where none is needed for it. */
  form: z.string(),
  /** What its form still needs, in words. */
  missing: z.array(z.string()),
  /** The statements that belong to its kind. */
  fields: z.array(z.enum(REMOVAL_FIELDS)),
  facts: removalFacts,
})
export type FormRemovalOfYear = z.infer<typeof formRemoval>

/** Gifts of a year to one donee, held to the annual exclusion. */
export const giftsToDonee = z.object({
  /** Null for gifts whose donee is not entered. */
  donee: z.string().nullable(),
  is_spouse: z.boolean(),
  gifts: z.number().int(),
  value: decimalText,
  unknown_values: z.number().int(),
  /** Null for a spouse, and for a year whose exclusion is not known. */
  exclusion: decimalText.nullable(),
  over: decimalText.nullable(),
  gift_return: z.enum(['needed', 'not_needed', 'open']),
})

export const removalsOfYear = z.object({
  is_filed: z.boolean(),
  /** The first of them, those that miss something before the others; `total` counts all. */
  removals: z.array(formRemoval),
  total: z.number().int(),
  gifts: z.array(giftsToDonee),
  /** What is missing, a line for each kind and statement. */
  missing: z.array(z.string()),
  /** Sentences on the forms of the year. */
  notes: z.array(z.string()),
})
export type RemovalsOfYear = z.infer<typeof removalsOfYear>

export const removalForms = {
  /** By the calculation that the year shows; refused with `calculation_not_done`. `transaction_id` asks for one alone. */
  list: readRoute
    .route({ method: 'GET', path: '/removal_forms' })
    .input(z.object({ year: taxYear, transaction_id: id.optional() }))
    .output(z.object({ data: removalsOfYear })),
  /**
   * State them all of a transaction; what is null is not stated any more. Refused with `not_found` for what is no gift, donation
   * or loss of the year, and with `conflict` for a year that is filed.
   */
  set: customerRoute
    .route({ method: 'POST', path: '/removal_forms' })
    .input(removalFacts.extend({ year: taxYear, transaction_id: id }))
    .output(success),
}
