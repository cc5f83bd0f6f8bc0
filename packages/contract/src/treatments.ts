import { z } from 'zod'
import { decimalText, id, instantText } from './common.ts'
import { calculateRoute, customerRoute, readRoute } from './route.ts'
import { declaredToken, taxSettings } from './settings.ts'
import { OPEN_TREATMENTS, TOKEN_KINDS, type OpenTreatment } from './treatment-names.ts'
import { estimateOf, whatIf } from './what-if.ts'

const openTreatment = z.enum(Object.keys(OPEN_TREATMENTS) as [OpenTreatment, ...OpenTreatment[]])

const treatedFigures = z.object({
  gain: decimalText,
  income: decimalText,
  /** What is deducted for donations. */
  deduction: decimalText,
  /** Federal income tax of the year with this gain and income; null where there is no table for it. */
  tax: decimalText.nullable(),
})

/** A year under one choice. */
const treatedYear = treatedFigures.extend({
  year: z.number().int(),
  /** Less the same figures as it is chosen now. */
  difference: treatedFigures,
})

export const treatmentEffects = whatIf.extend({
  /** How many rows of the history each treatment bears on; empty until it is worked out. */
  rows: z.partialRecord(openTreatment, z.number().int()),
  /** Assets that were only ever exchanged one for one and are not declared: a hint, and no more. */
  pairs: z.array(z.object({ from: z.string(), to: z.string(), trades: z.number().int() })),
  /** Each other choice of a treatment that bears on a row, with the years that it would change. */
  outcomes: z.array(z.object({ treatment: openTreatment, choice: z.string(), years: z.array(treatedYear) })),
})
export type TreatmentEffects = z.infer<typeof treatmentEffects>

export const treatmentChange = z.object({
  id,
  /** A treatment and its choice before and after, or a token and its kind before and after; null is none. */
  treatment: openTreatment.nullable(),
  token: z.object({ asset: z.string(), of: z.string().nullable() }).nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  recorded_at: instantText,
  recorded_by: z.string(),
  /** The change that this one took back. */
  undoes: id.nullable(),
  /** It is what counts now, so it can be taken back. */
  can_undo: z.boolean(),
})
export type TreatmentChange = z.infer<typeof treatmentChange>

export const treatmentBoard = z.object({
  choices: taxSettings.shape.treatments.unwrap().extend({ transfer_fee: taxSettings.shape.transfer_fee }),
  tokens: z.array(declaredToken),
  /** The newest first, at most 50. */
  changes: z.array(treatmentChange),
  /** Their figures stay as they were filed, whatever is chosen. */
  filed_years: z.array(z.number().int()),
  currency: z.string(),
  effects: treatmentEffects.nullable(),
})
export type TreatmentBoard = z.infer<typeof treatmentBoard>

export const treatments = {
  /** What is chosen, what is declared, who chose it when, and what each other choice would change (N17). */
  board: readRoute
    .route({ method: 'GET', path: '/treatments' })
    .input(estimateOf)
    .output(z.object({ data: treatmentBoard })),
  /** Choose, declare a token (`to` null takes that back), or take a change back; a calculation is necessary again. */
  change: customerRoute
    .route({ method: 'POST', path: '/treatments' })
    .input(
      z.object({
        change: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('choice'), treatment: openTreatment, to: z.string().max(40) }),
          z.object({
            kind: z.literal('token'),
            asset: z.string().min(1).max(200),
            of: z.string().min(1).max(200).nullable(),
            to: z.enum(TOKEN_KINDS).nullable(),
          }),
          z.object({ kind: z.literal('undo'), id }),
        ]),
      }),
    )
    .output(z.object({ data: z.object({ id }) })),
  /** Work the effects out; where nothing has changed since the last, that one answers. */
  workOut: calculateRoute
    .route({ method: 'POST', path: '/treatments/effects' })
    .output(z.object({ data: z.object({ id }) })),
}
