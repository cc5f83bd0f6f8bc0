import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { valueTransactions } from '../valuing/value-transactions.ts'
import { findOpenQuestions } from './find-open-questions.ts'
import { findSpam } from '../findings/find-spam.ts'
import type { Spot } from '../matching/match-sides.ts'
import { matchTransfers } from '../matching/match-transfers.ts'
import { sidesInMatches, sidesOfMade } from '../matching/sides-in-matches.ts'
import { restDuplicates, settleDuplicates } from '../matching/settle-duplicates.ts'
import { followPaidFor } from '../transactions/follow-paid-for.ts'

/**
 * Work out anew what follows from transactions that changed: the fees that persons added to them, what is ignored for their sake, their self-transfers, then the values and the open questions
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
  const rested = await restDuplicates(tx, userId, changed)
  const followed = await followPaidFor(tx, userId, [...changed, ...rested.turned])
  const touched = [...new Set([...changed, ...rested.turned, ...followed])]
  const { currency } = await tx.one<{ currency: string }>(sql`
    select currency from customers where user_id = ${userId}`)
  const asked = quiet === undefined ? touched : touched.filter((id) => !quiet.has(id))
  const rematched = await matchTransfers(tx, userId, asked, was && [...was, ...rested.was])
  // What a change says of one side of a transfer is the worth of what the others paid; an import matches anew what it touches.
  const beside = quiet === undefined ? await otherSides(tx, userId, touched) : []
  const moved = new Set([...touched.filter((id) => !valued.has(id)), ...rematched, ...beside])
  await valueTransactions(tx, userId, currency, [...moved], onValued)
  const open = [...new Set([...asked, ...rematched])]
  await findOpenQuestions(tx, userId, open)
  await findSpam(tx, userId, open)
  await settleDuplicates(tx, userId, touched)
}

/** The transactions that are matched with some transactions. */
async function otherSides(tx: Tx, userId: string, ids: readonly string[]): Promise<string[]> {
  const own = await sidesInMatches(tx, userId, ids)
  const sides = await sidesOfMade(tx, userId, own)
  const others = own.flatMap(({ transaction_id: id, match_id }) =>
    (sides.get(match_id) ?? []).filter((other) => other !== id),
  )
  return [...new Set(others)]
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
