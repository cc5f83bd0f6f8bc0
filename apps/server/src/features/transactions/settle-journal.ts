import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { valueTransactions } from '../prices/value-transactions.ts'
import { matchTransfers } from '../review/match-transfers.ts'

/**
 * Work out anew what follows from transactions that changed: their self-transfers, among all open sides of the assets
 * concerned, then the values of everything whose sides or matches moved.
 */
export async function settleJournal(tx: Tx, userId: string, touched: readonly string[]): Promise<void> {
  if (touched.length === 0) return
  const { currency } = await tx.one<{ currency: string }>(sql`
    select currency from customers where user_id = ${userId}`)
  const rematched = await matchTransfers(tx, userId, touched)
  await valueTransactions(tx, userId, currency, [...new Set([...touched, ...rematched])])
}
