import { z } from 'zod'
import { attribution, dayText, decimalText, id, instantText, openAsOf } from './common.ts'
import { readRoute } from './route.ts'
import { originalRecord } from './transactions.ts'

/** A term of the formula; the terms with their signs add up to the figure exactly. */
export const formulaTerm = z.object({
  sign: z.enum(['+', '-']),
  label: z.string(),
  value: decimalText,
  /** What opens when the term is clicked, or null where it is a leaf. */
  handle: z.string().nullable(),
})

/** A row behind the figure. */
export const explainRow = z.object({
  handle: z.string().nullable(),
  title: z.string(),
  detail: z.string().nullable(),
  day: dayText.nullable(),
  quantity: decimalText.nullable(),
  /** As people know it, and what it is. */
  asset: z.string().nullable(),
  asset_id: z.string().nullable(),
  value: decimalText.nullable(),
})

/**
 * One figure opened: the number, a sentence, its formula, the rows behind it, and at the leaves the price with
 * its source and the original rows. Handles are `kind:id`; every handle opens, and every way ends at an imported row.
 */
export const explanation = z.object({
  handle: z.string(),
  title: z.string(),
  value: decimalText,
  /** Nothing tells the price of what it is made of: the value is zero because it is not known. */
  is_unpriced: z.boolean(),
  /** A currency, or an asset for a quantity. */
  unit: z.string(),
  sentence: z.string(),
  formula: z.array(formulaTerm),
  rows: z.array(explainRow),
  /** All rows, also those beyond the ones listed. */
  row_count: z.number().int(),
  next: z.string().nullable(),
  price: z
    .object({
      value: decimalText,
      currency: z.string(),
      origin: z.string(),
      provider: z.string().nullable(),
      attribution: attribution.nullable(),
      at: instantText.nullable(),
      sentence: z.string(),
    })
    .nullable(),
  rules: z.array(z.object({ id: z.string(), sentence: z.string() })),
  transaction_id: id.nullable(),
  records: z.array(originalRecord),
  calculation: z
    .object({
      id,
      engine_version: z.string(),
      rules_version: z.string(),
      method: z.string(),
      pool: z.string(),
      finished_at: instantText,
    })
    .nullable(),
  /**
   * Set of a figure of a filed year: that year, and what its findings are of, as `open_as_of` of the year says it. Of any other figure
   * they are today's.
   */
  filed: z.object({ year: z.number().int(), open_as_of: openAsOf }).nullable(),
  /** Open findings that touch it. */
  findings: z.array(z.object({ code: z.string(), message: z.string(), effect: decimalText.nullable() })),
})
export type Explanation = z.infer<typeof explanation>

export const explain = {
  figure: readRoute
    .route({ method: 'GET', path: '/explain' })
    .input(z.object({ handle: z.string().max(300), cursor: z.string().max(300).optional() }))
    .output(z.object({ data: explanation })),
}
