import { z } from 'zod'
import { id, progress } from './common.ts'
import { leftOut } from './left-out.ts'
import { decisionEffect } from './review.ts'
import { readRoute } from './route.ts'

/** Work on many transactions that a job does, whole or not at all. */
export const journalRun = z.object({
  id,
  kind: z.enum(['rules', 'effect', 'unlocked', 'bulk', 'undo']),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  progress,
  /** Why it failed, in a sentence. */
  reason: z.string().nullable(),
  /** What it came to; null before it is done. */
  outcome: z
    .object({
      /** What it can be taken back by: one change for each rule that changed rows. */
      change_ids: z.array(id),
      changed: z.number().int(),
      /** Rows that went back to what was imported. */
      taken_back: z.number().int(),
      left_out: leftOut,
      effect: decisionEffect.nullable(),
    })
    .nullable(),
})
export type JournalRun = z.infer<typeof journalRun>

export const journalRuns = {
  read: readRoute
    .route({ method: 'GET', path: '/journal_runs/{id}' })
    .input(z.object({ id }))
    .output(z.object({ data: journalRun })),
}
