import type { DisposalRow } from '@lotbook/tax'
import { longTermFrom } from '@lotbook/rules/us'

type Taken = Pick<DisposalRow, 'acquired' | 'term'>

/**
 * The days that are worth waiting for: the next on which one of the lots taken turns long-term, and the one from which all of them are. One
 * day where both are the same; none where nothing is short-term, and a lot of a day that is not known never turns.
 */
export function waitingDays(rows: readonly Taken[]): readonly string[] {
  const days = rows
    .flatMap(({ acquired, term }) => (term === 'short' && acquired !== null ? [longTermFrom(acquired)] : []))
    .toSorted()
  const [next, last] = [days[0], days.at(-1)]
  if (next === undefined || last === undefined) return []
  return next === last ? [next] : [next, last]
}
