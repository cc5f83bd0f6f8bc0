import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { valueTransactions } from '../prices/value-transactions.ts'
import { findOpenQuestions } from '../review/find-open-questions.ts'
import { findSpam } from '../review/find-spam.ts'
import { matchTransfers, type Spot } from '../review/match-transfers.ts'

/**
 * Work out anew what follows from transactions that changed: their self-transfers, then the values and the open questions
 * of everything whose sides or matches moved. An import is matched among all open sides of its assets; a change of a few
 * transactions, which says what sides they were before, only where it can make a difference.
 *
 * @param onValued - told how many of the transactions concerned are valued.
 */
export async function settleJournal(
  tx: Tx,
  userId: string,
  touched: readonly string[],
  was?: readonly Spot[],
  onValued?: (done: number, total: number) => void,
): Promise<void> {
  if (touched.length === 0) return
  const { currency } = await tx.one<{ currency: string }>(sql`
    select currency from customers where user_id = ${userId}`)
  const rematched = await matchTransfers(tx, userId, touched, was)
  const moved = [...new Set([...touched, ...rematched])]
  await valueTransactions(tx, userId, currency, moved, onValued)
  await findOpenQuestions(tx, userId, moved)
  await findSpam(tx, userId, moved)
}
