import { z } from 'zod'
import { cursorPage, dayText, decimalText, id, instantText, taxYear } from './common.ts'
import { calculateRoute, readRoute } from './route.ts'
import { taxSettings } from './settings.ts'

/** What moved between two calculations, in the currency of the calculation: after less before. */
const change = z.object({
  gain: decimalText,
  /** The short-term part of that gain; the rest is long-term. */
  short: decimalText,
  income: decimalText,
  deduction: decimalText,
  rows: z.number().int(),
})

const compared = z.object({ id, finished_at: instantText, engine_version: z.string(), settings: taxSettings })

/** Two calculations and why they differ. What a cause did to a year is in `years`; the causes add up to the year. */
export const comparison = z.object({
  id,
  state: z.enum(['queued', 'running', 'done', 'failed']),
  reason: z.string().nullable(),
  currency: z.string(),
  before: compared,
  after: compared,
  years: z.array(change.extend({ year: z.number().int() })),
  causes: z.array(
    z.object({
      n: z.number().int(),
      label: z.string(),
      years: z.array(change.extend({ year: z.number().int() })),
    }),
  ),
})
export type Comparison = z.infer<typeof comparison>

/** A row as one of the two calculations has it; what a kind of row does not have is null. */
export const comparedRow = z.object({
  quantity: decimalText,
  acquired: dayText.nullable(),
  date: dayText,
  proceeds: decimalText.nullable(),
  basis: decimalText.nullable(),
  gain: decimalText.nullable(),
  value: decimalText.nullable(),
  deduction: decimalText.nullable(),
  term: z.enum(['short', 'long']).nullable(),
  box: z.string().nullable(),
})
export type ComparedRow = z.infer<typeof comparedRow>

export const differenceRow = z.object({
  n: z.number().int(),
  kind: z.enum(['disposal', 'income', 'removal']),
  label: z.string(),
  cause: z.number().int(),
  asset: z.string(),
  /** Tells which coin it is, whose ticker others may have too. */
  asset_id: z.string(),
  account_name: z.string(),
  date: dayText,
  /** Opens the transaction; null where it is no longer there. */
  handle: z.string().nullable(),
  /** Opens the transaction whose change moved this row, where it is another. */
  changed_handle: z.string().nullable(),
  /** Null on the side whose calculation does not have the row. */
  before: comparedRow.nullable(),
  after: comparedRow.nullable(),
  gain: decimalText,
  income: decimalText,
  deduction: decimalText,
})
export type DifferenceRow = z.infer<typeof differenceRow>

export const comparisons = {
  /** Compares two done calculations; the one that was made before answers. */
  create: calculateRoute
    .route({ method: 'POST', path: '/comparisons' })
    .input(z.object({ before: id, after: id }))
    .output(z.object({ data: comparison })),
  get: readRoute
    .route({ method: 'GET', path: '/comparisons/{id}' })
    .input(z.object({ id }))
    .output(z.object({ data: comparison })),
  rows: readRoute
    .route({ method: 'GET', path: '/comparisons/{id}/rows' })
    .input(
      z.object({
        id,
        year: taxYear.optional(),
        cause: z.coerce.number().int().min(0).max(100_000).optional(),
        cursor: z.string().max(300).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(cursorPage(differenceRow)),
}
