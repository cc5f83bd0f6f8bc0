import { z } from 'zod'
import { id, instantText, success, taxYear } from './common.ts'
import { route } from './route.ts'
import { LONGEST_WORKPAPER_TEXT, WORKPAPER_STEPS } from './workpaper-names.ts'

const text = z.string().trim().min(1).max(LONGEST_WORKPAPER_TEXT)

/** A transaction named in a sentence, so that whoever has only the paper knows which one is meant. */
const namedTransaction = z.object({ transaction_id: id, text: z.string(), is_removed: z.boolean() })

export const questionMessage = z.object({
  at: instantText,
  /** True where the owner of the books wrote it, false where a professional did. */
  by_customer: z.boolean(),
  name: z.string(),
  text: z.string(),
})

/** A question between a customer and a professional, with everything that was answered. */
export const question = z.object({
  id,
  tax_year: z.number().int(),
  state: z.enum(['open', 'answered', 'closed']),
  by_customer: z.boolean(),
  /** The side that has to answer, or to read the answer; null once it is closed. */
  waits_for: z.enum(['customer', 'professional']).nullable(),
  asked_at: instantText,
  changed_at: instantText,
  /** Null where the question is about the year. */
  about: namedTransaction.nullable(),
  messages: z.array(questionMessage),
})
export type Question = z.infer<typeof question>

/** A step of the year as the data has it, and its sign-off. */
export const workpaperStep = z.object({
  step: z.enum(WORKPAPER_STEPS),
  /** `nothing`: there is nothing to check, such as balances that no account states. */
  state: z.enum(['done', 'open', 'nothing']),
  open: z.number().int(),
  total: z.number().int(),
  text: z.string(),
  sign_off: z
    .object({
      id,
      name: z.string(),
      at: instantText,
      note: z.string(),
      /** Says what changed after the sign-off; null while it holds. */
      changed_since: z.string().nullable(),
    })
    .nullable(),
})
export type WorkpaperStepState = z.infer<typeof workpaperStep>

/** A transaction that a professional verified to its source. */
export const tickMark = namedTransaction.extend({
  at: instantText,
  name: z.string(),
  note: z.string(),
  /** The transaction was edited, matched anew or removed after it was verified. */
  is_changed: z.boolean(),
})
export type TickMark = z.infer<typeof tickMark>

export const openPoint = z.object({
  id,
  text: z.string(),
  name: z.string(),
  at: instantText,
  done_at: instantText.nullable(),
})
export type OpenPoint = z.infer<typeof openPoint>

export const workpapersOfYear = z.object({
  tax_year: z.number().int(),
  steps: z.array(workpaperStep),
  /** Transactions of the year, and how many of them are verified. */
  transactions: z.number().int(),
  ticked: z.number().int(),
  /** The newest tick marks; the packet has all of them. */
  tick_marks: z.array(tickMark),
  points: z.array(openPoint),
})
export type WorkpapersOfYear = z.infer<typeof workpapersOfYear>

/**
 * A call of a customer, of a professional who looks at a client, or of one who names the client: access to look is enough, since it
 * changes nothing of the books.
 */
const sharedRoute = route.meta({ access: ['customer', 'cpa'] })
/** The client whose books are meant, where a professional does not look at them just now. */
const client_id = id.optional()
const made = success.extend({ id })
const note = z.string().trim().max(LONGEST_WORKPAPER_TEXT).default('')

export const workpapers = {
  questions: sharedRoute
    .route({ method: 'GET', path: '/questions' })
    .input(z.object({ client_id, tax_year: taxYear.optional(), transaction_id: id.optional() }))
    .output(
      z.object({
        data: z.array(question),
        /** Somebody is there to answer, and whoever looks may ask. */
        can_ask: z.boolean(),
        /** The tick mark of the transaction that was asked for. */
        tick_mark: tickMark.nullable(),
      }),
    ),
  ask: sharedRoute
    .route({ method: 'POST', path: '/questions' })
    .input(z.object({ client_id, tax_year: taxYear.optional(), transaction_id: id.optional(), text }))
    .output(made),
  reply: sharedRoute
    .route({ method: 'POST', path: '/questions/{id}/messages' })
    .input(z.object({ id, client_id, text }))
    .output(success),
  close: sharedRoute
    .route({ method: 'POST', path: '/questions/{id}/close' })
    .input(z.object({ id, client_id }))
    .output(success),
  /** The papers of a year; the customer reads them too. */
  ofYear: sharedRoute
    .route({ method: 'GET', path: '/workpapers' })
    .input(z.object({ client_id, tax_year: taxYear }))
    .output(z.object({ data: workpapersOfYear })),
  signOff: sharedRoute
    .route({ method: 'POST', path: '/workpapers/sign_offs' })
    .input(z.object({ client_id, tax_year: taxYear, step: z.enum(WORKPAPER_STEPS), note }))
    .output(made),
  endSignOff: sharedRoute
    .route({ method: 'POST', path: '/workpapers/sign_offs/{id}/end' })
    .input(z.object({ id, client_id }))
    .output(success),
  /** Whether a transaction is verified to its source. */
  tick: sharedRoute
    .route({ method: 'POST', path: '/workpapers/tick_marks' })
    .input(z.object({ client_id, transaction_id: id, is_ticked: z.boolean(), note }))
    .output(success),
  addPoint: sharedRoute
    .route({ method: 'POST', path: '/workpapers/points' })
    .input(z.object({ client_id, tax_year: taxYear, text }))
    .output(made),
  settlePoint: sharedRoute
    .route({ method: 'POST', path: '/workpapers/points/{id}' })
    .input(z.object({ id, client_id, is_done: z.boolean() }))
    .output(success),
}
