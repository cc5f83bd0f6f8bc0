import type { Tx } from './database.ts'
import { addJob } from './jobs.ts'

/** Names an import or a calculation that has ended. */
export interface Outcome extends Readonly<Record<string, string>> {
  readonly userId: string
  readonly kind: 'import' | 'calculation'
  readonly id: string
}

/** The queue of mails that tell what came of an import or a calculation. */
export const MAIL_OUTCOME = { name: 'mail-outcome', retryLimit: 5 } as const

/**
 * Queue the mail that tells what came of work, in the transaction that ends the work. Whether and where the customer is mailed is
 * decided by the job, so that nothing about mail can hold up or fail the work itself.
 */
export function mailOutcome(tx: Tx, userId: string, kind: Outcome['kind'], id: string): Promise<void> {
  return addJob<Outcome>(tx, MAIL_OUTCOME, { userId, kind, id })
}
