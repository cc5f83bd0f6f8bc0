import { compare, type Decimal, minus, plus, zero } from '@lotbook/money'

/** A balance that was stated of a part of an account. */
export interface StatedPoint {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly part: string
  readonly quantity: Decimal
}

/** A transaction's change of the balance. */
export interface Movement {
  readonly id: string
  readonly at: number
  /** Below zero where it went out. */
  readonly change: Decimal
}

/** A stated balance beside the sum of all movements up to its moment. */
export interface Comparison {
  readonly at: number
  readonly stated: Decimal
  readonly computed: Decimal
}

export interface Parting {
  /** The last moment at which both agreed; undefined where they never did. */
  readonly agreed: Comparison | undefined
  /** The next stated balance after it; undefined where they agree to the end. */
  readonly parted: Comparison | undefined
  /** Movements after the one and up to the other. */
  readonly between: readonly Movement[]
}

/**
 * Finds where a computed balance parts from the stated one (N10): between the last moment at which they agree and the next one at which a
 * balance is stated. Parts of an account count together, each with what it last stated.
 */
export function findParting(stated: readonly StatedPoint[], movements: readonly Movement[]): Parting {
  const all = comparisons(stated, movements)
  const last = all.findLastIndex(isSame)
  const [agreed, parted] = [all[last], all[last + 1]]
  return {
    agreed,
    parted,
    between:
      parted === undefined
        ? []
        : movements
            .filter(({ at }) => at <= parted.at && (agreed === undefined || at > agreed.at))
            .toSorted(byTime),
  }
}

const isSame = ({ stated, computed }: Comparison) => compare(stated, computed) === 0
const byTime = (a: { readonly at: number }, b: { readonly at: number }) => a.at - b.at

/** Each moment at which a balance is stated, in the order of time. */
function comparisons(stated: readonly StatedPoint[], movements: readonly Movement[]): Comparison[] {
  const moves = movements.toSorted(byTime)
  const parts = new Map<string, Decimal>()
  let [sum, computed, next] = [zero, zero, 0]
  return [...Map.groupBy(stated.toSorted(byTime), ({ at }) => at)].map(([at, points]) => {
    for (const { part, quantity } of points) {
      sum = plus(minus(sum, parts.get(part) ?? zero), quantity)
      parts.set(part, quantity)
    }
    for (let move = moves[next]; move !== undefined && move.at <= at; move = moves[++next])
      computed = plus(computed, move.change)
    return { at, stated: sum, computed }
  })
}

/** A movement that alone makes the difference: `extra`, the account does not count it; `reversed`, it went the other way. */
export function suspectOf({
  parted,
  between,
}: Parting): { readonly id: string; readonly kind: 'extra' | 'reversed' } | undefined {
  if (parted === undefined) return undefined
  const excess = minus(parted.computed, parted.stated)
  const extra = between.find(({ change }) => compare(change, excess) === 0)
  if (extra !== undefined) return { id: extra.id, kind: 'extra' }
  const reversed = between.find(({ change }) => compare(plus(change, change), excess) === 0)
  return reversed === undefined ? undefined : { id: reversed.id, kind: 'reversed' }
}

/** The first movements of many, with the one that is suspected in any case. */
export function firstOf(
  between: readonly Movement[],
  suspect: { readonly id: string } | undefined,
  most: number,
): readonly Movement[] {
  const first = between.slice(0, most)
  const own = between.find(({ id }) => id === suspect?.id)
  return own === undefined || first.includes(own) ? first : [...first.slice(0, most - 1), own]
}
