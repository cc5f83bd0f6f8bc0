import type { AssetId, Instant } from '@lotbook/journal'
import { formatDecimal, isNegative } from '@lotbook/money'
import { absoluteAmount, type Amount, isZeroAmount } from './amount-text.ts'

/** The old name of a coin is taken and the new one given within days. */
const APART_MS = 7 * 86_400_000

/** An amount of an asset that was taken, below zero, or given. */
export interface Change {
  readonly at: Instant
  readonly asset: AssetId
  readonly amount: Amount
}

/**
 * Pairs what was taken of one asset with as much that was given of another within days: a coin under its new name, told by two records.
 * Only where each is the only one that the other can be; a record that could have several partners stays open.
 */
export function renamesByAmount<T extends Change>(changes: readonly T[]): (readonly [from: T, to: T])[] {
  const moved = changes.filter(({ amount }) => !isZeroAmount(amount))
  const isTaken = ({ amount }: T) => isNegative(amount.value)
  const pairs: (readonly [T, T])[] = []
  for (const alike of Map.groupBy(moved, quantityOf).values()) {
    const fits = (a: T) => alike.filter((b) => isTaken(a) !== isTaken(b) && arePartners(a, b))
    for (const from of alike.filter(isTaken)) {
      const [to, ...others] = fits(from)
      if (to !== undefined && others.length === 0 && fits(to).length === 1) pairs.push([from, to])
    }
  }
  return pairs
}

const quantityOf = ({ amount }: Change): string => formatDecimal(absoluteAmount(amount).value)

const arePartners = (a: Change, b: Change): boolean =>
  a.asset !== b.asset && Math.abs(a.at - b.at) <= APART_MS
