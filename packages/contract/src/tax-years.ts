import { z } from 'zod'
import { dayText, decimalText, id, instantText, saved, success, taxYear } from './common.ts'
import { calculateRoute, customerRoute, readRoute } from './route.ts'

/** A year as it was filed: its figures stay those of this calculation. */
export const filedYear = z.object({
  year: z.number().int(),
  calculation_id: id,
  /** The day on the return, as the person said it. */
  filed_on: dayText,
  /** When it was marked. */
  filed_at: instantText,
  confirmation: z.string(),
  /**
   * Which lots what happened up to its end draws on: those of today's history, or, `kept`, those that the return used up.
   * `keeping` while these are looked up in the calculation it was filed with.
   */
  lots: z.enum(['today', 'keeping', 'kept']),
})
export type FiledYear = z.infer<typeof filedYear>

/** The difference between a filed year and the journal as it is. */
export const amendment = z.object({
  year: z.number().int(),
  filed_on: dayText,
  /** `current` is of the journal as it is; `out_of_date` is of the newest calculation, or of what was worked out last. */
  state: z.enum(['current', 'working', 'out_of_date', 'failed']),
  /** Whether the year would be filed otherwise now. */
  is_due: z.boolean(),
  /** Lines of Forms 1099-DA that came, went or changed since the year was filed, where they change Form 8949. */
  form_lines: z.number().int(),
  /** Each figure as it is now less the figure that was filed. */
  gain: decimalText,
  short: decimalText,
  income: decimalText,
  deduction: decimalText,
})
export type Amendment = z.infer<typeof amendment>

export const taxYears = {
  /** What changed each filed year since it was filed. */
  amendments: readRoute
    .route({ method: 'GET', path: '/tax_years/amendments' })
    .output(z.object({ data: z.array(amendment), currency: z.string() })),
  /** Work out the filed years from the journal as it is; nothing is calculated anew. Answers at once. */
  workOutAmendments: calculateRoute.route({ method: 'POST', path: '/tax_years/amendments' }).output(success),
  /** What is kept as it is: the first day that is still open, null without a lock, and the years that were filed. */
  list: readRoute
    .route({ method: 'GET', path: '/tax_years' })
    .output(z.object({ data: z.object({ locked_before: dayText.nullable(), filed: z.array(filedYear) }) })),
  /**
   * Lock every transaction before a day, or lift the lock with null. Files whose rows a lock set aside are read again where it is
   * lifted or set earlier; each tells its progress as any import.
   */
  lock: customerRoute
    .route({ method: 'POST', path: '/tax_years/lock' })
    .input(z.object({ before: dayText.nullable() }))
    .output(saved.extend({ files_read_again: z.number().int() })),
  /**
   * Freeze a year at the newest done calculation, which `calculation_id` names; refused with `conflict` for another
   * and for a year that is filed.
   */
  file: customerRoute
    .route({ method: 'POST', path: '/tax_years/file' })
    .input(
      z.object({
        year: taxYear,
        calculation_id: id,
        filed_on: dayText,
        confirmation: z.string().trim().max(200).default(''),
      }),
    )
    .output(success),
  /**
   * What happened up to the end of a filed year keeps the lots that its calculation used, from the next calculation on; refused
   * with `conflict` where that kept no input. Answers at once; the lots are looked up by a job.
   */
  keepLots: customerRoute
    .route({ method: 'POST', path: '/tax_years/keep_lots' })
    .input(z.object({ year: taxYear }))
    .output(success),
  /** Take that back: the lots are those of today's history again. */
  releaseLots: customerRoute
    .route({ method: 'POST', path: '/tax_years/release_lots' })
    .input(z.object({ year: taxYear }))
    .output(success),
  /** Take the mark back: the year follows the newest calculation again, and keeps no lots. */
  reopen: customerRoute
    .route({ method: 'POST', path: '/tax_years/reopen' })
    .input(z.object({ year: taxYear }))
    .output(success),
}
