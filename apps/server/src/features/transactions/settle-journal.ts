import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { valueTransactions } from '../prices/value-transactions.ts'
import { findOpenQuestions } from '../review/find-open-questions.ts'
import { findSpam } from '../review/find-spam.ts'
import { matchTransfers, type Spot } from '../review/match-transfers.ts'
import { followPaidFor } from './follow-paid-for.ts'

/**
 * Work out anew what follows from transactions that changed: the fees that persons added to them, their self-transfers, then the values and the open questions
 * of everything whose sides or matches moved. An import is matched among all open sides of its assets; a change of a few
 * transactions, which says what sides they were before, only where it can make a difference.
 */
export async function settleJournal(
  tx: Tx,
  userId: string,
  changed: readonly string[],
  { was, quiet, valued = new Set(), onValued }: Settling = {},
): Promise<void> {
  if (changed.length === 0) return
  const touched = [...new Set([...changed, ...(await followPaidFor(tx, userId, changed))])]
  const { currency } = await tx.one<{ currency: string }>(sql`
    select currency from customers where user_id = ${userId}`)
  const asked = quiet === undefined ? touched : touched.filter((id) => !quiet.has(id))
  const rematched = await matchTransfers(tx, userId, asked, was)
  const moved = new Set([...touched.filter((id) => !valued.has(id)), ...rematched])
  await valueTransactions(tx, userId, currency, [...moved], onValued)
  const open = [...new Set([...asked, ...rematched])]
  await findOpenQuestions(tx, userId, open)
  await findSpam(tx, userId, open)
}

export interface Settling {
  /** The sides that the few changed transactions were before. */
  readonly was?: readonly Spot[] | undefined
  /** Those of the touched that are new, no half of a transfer, of no token and of a known type: most of an import. */
  readonly quiet?: ReadonlySet<string> | undefined
  /** Those of the new that are valued already. */
  readonly valued?: ReadonlySet<string> | undefined
  /** Told how many of the transactions concerned are valued. */
  readonly onValued?: ((done: number, total: number) => void) | undefined
}
