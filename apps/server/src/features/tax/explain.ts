import type { Explanation } from '@lotbook/contract'
import { refuse } from '../../platform/refusal.ts'
import type { ExplainContext } from './explain-context.ts'
import { explainContext } from './explain-context.ts'
import { explainDisposal, explainIncome, explainRemoval } from './explain-row.ts'
import { explainHolding, explainHoldings } from './explain-holdings.ts'
import { explainTransaction } from './explain-transaction.ts'
import { explainSum } from './explain-sum.ts'
import type { Tx } from '../../platform/database.ts'
import type { Keys } from '../../platform/keys.ts'

/**
 * Open a figure. Handles are `kind:id`: sums of a year lead to their rows, a row to its formula, its lot and its
 * transaction, and a transaction to the original rows of the file. Every handle that an answer holds opens in turn.
 *
 * Refuses with `not_found` for a handle that names nothing.
 */
export async function explain(
  tx: Tx,
  keys: Keys,
  userId: string,
  handle: string,
  cursor: string | undefined,
  now: Date,
): Promise<Explanation> {
  const context = await explainContext(tx, keys, userId, handle, cursor)
  const [kind = '', ...rest] = handle.split(':')
  return answer(context, kind, rest, now)
}

function answer(
  context: ExplainContext,
  kind: string,
  rest: readonly string[],
  now: Date,
): Promise<Explanation> {
  switch (kind) {
    case 'year':
    case 'month':
    case 'asset':
    case 'income':
    case 'deduction':
      return explainSum(context, kind, rest)
    case 'disposal':
      return explainDisposal(context, numberOf(rest[0]))
    case 'receipt':
      return explainIncome(context, numberOf(rest[0]))
    case 'removal':
      return explainRemoval(context, numberOf(rest[0]))
    case 'transaction':
    case 'lot':
      return explainTransaction(context, rest[0] ?? '', kind)
    case 'holdings':
      return explainHoldings(context, rest[0] ?? '', now)
    case 'holding':
      return explainHolding(context, rest.join(':'), now)
    default:
      return refuse('not_found')
  }
}

function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : refuse('not_found')
}
