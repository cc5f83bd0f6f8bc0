import { z } from 'zod'
import { dayText, decimalText, id, taxYear } from './common.ts'
import { readRoute } from './route.ts'
import { ROAD_STEPS } from './road-steps.ts'
import { amendment } from './tax-years.ts'

/** A tax year on the road: the steps that are done, the one that comes next, and the facts behind each. */
export const road = z.object({
  tax_year: z.number().int(),
  currency: z.string(),
  steps: z.array(z.object({ step: z.enum(ROAD_STEPS), is_done: z.boolean() })),
  /** The first step that is not done; null where all are. */
  next: z.enum(ROAD_STEPS).nullable(),
  import: z.object({
    transactions: z.number().int(),
    running: z.number().int(),
    /** The first import that waits for an answer, by the name of its account. */
    asks: z.object({ account_name: z.string(), question: z.string() }).nullable(),
  }),
  review: z.object({
    /** Open items that the figures of the year may rest on. */
    of_year: z.number().int(),
    /** Those of them that may change a figure and were not left open on purpose. */
    waiting: z.number().int(),
    /** Open items of all years. */
    in_all: z.number().int(),
    /** The most that the items of the year could change its figures by, as far as it is known. */
    effect: decimalText,
    /** So many of them have an effect that nobody knows. */
    unknown: z.number().int(),
    /** What the item with the largest effect is about, in a sentence. */
    largest: z.object({ message: z.string(), effect: decimalText }).nullable(),
  }),
  calculation: z.object({
    state: z.enum(['none', 'running', 'out_of_date', 'current']),
    percent: z.number().int().nullable(),
    trace_id: id.nullable(),
    /** Changes of the journal since the newest calculation. */
    changes: z.number().int(),
    /** Whether there is anything taxable to calculate. */
    can_start: z.boolean(),
  }),
  /** The day on which the year was filed; null while it is open. */
  filed_on: dayText.nullable(),
  /** What changed a filed year since; null for an open one. */
  amendment: amendment.nullable(),
})
export type Road = z.infer<typeof road>

export const roads = {
  /** The road of a year; of the one at hand where none is named. */
  show: readRoute
    .route({ method: 'GET', path: '/road' })
    .input(z.object({ year: taxYear.optional() }))
    .output(z.object({ data: road })),
}
