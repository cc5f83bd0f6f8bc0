import { z } from 'zod'
import { dayText, id, instantText, saved, success, taxYear } from './common.ts'
import { customerRoute } from './route.ts'

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

export const taxYears = {
  /** What is kept as it is: the first day that is still open, null without a lock, and the years that were filed. */
  list: customerRoute
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
