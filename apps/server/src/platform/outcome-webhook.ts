import type { Tx } from './database.ts'
import { addJob } from './jobs.ts'
import type { Outcome } from './outcome-mail.ts'
import { plannedOnce } from './sql.ts'

/** The queue of messages to addresses of the customer's own. */
export const WEBHOOK_OUTCOME = { name: 'webhook-outcome', retryLimit: 5 } as const

/** Queue what a customer's webhooks are told of work, in the transaction that ends it; nothing where there are none. */
export async function webhookOutcome(
  tx: Tx,
  userId: string,
  kind: Outcome['kind'],
  id: string,
): Promise<void> {
  const isAny = await tx.maybe(
    plannedOnce`select 1 as one from webhooks where user_id = ${userId} and disabled_at is null limit 1`,
  )
  if (isAny !== undefined) await addJob<Outcome>(tx, WEBHOOK_OUTCOME, { userId, kind, id })
}
