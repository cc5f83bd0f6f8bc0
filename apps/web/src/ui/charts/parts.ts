import { compare, formatDecimal, sum } from '@lotbook/money'
import { readAmount } from '../format/amount.ts'

/** A named part of a whole. */
export interface Part {
  readonly id: string
  readonly label: string
  /** Exact decimal text, not negative. */
  readonly value: string
  /** Opens the Explain panel on it. */
  readonly handle?: string
  /** How many it is made of, behind its name. */
  readonly count?: number
  /** So many of them have no price; they are not in the value. */
  readonly unpriced?: number
}

/** Whether nothing of a part has a price: its value is not known, and nothing of it is in the total. */
export function isUnpriced({ count, unpriced = 0 }: Part): boolean {
  return unpriced > 0 && unpriced === count
}

/** How many of all are left out, as a sentence goes on; empty where none is. */
export function leftOutWords(parts: readonly Part[]): string {
  const left = parts.reduce((count, { unpriced = 0 }) => count + unpriced, 0)
  return left === 0 ? '' : ` ${left.toLocaleString()} without a price, not counted.`
}

/** The largest first. */
export function byValue(parts: readonly Part[]): readonly Part[] {
  return parts.toSorted((a, b) => compare(readAmount(b.value), readAmount(a.value)))
}

/** The largest five, and everything else together as "Other"; nothing is lost between them. */
export function topFive(parts: readonly Part[]): {
  readonly top: readonly Part[]
  readonly other: Part | undefined
} {
  const sorted = byValue(parts)
  const rest = sorted.slice(5)
  if (rest.length === 0) return { top: sorted, other: undefined }
  return { top: sorted.slice(0, 5), other: { id: 'other', label: 'Other', value: totalOf(rest) } }
}

/** All parts together. */
export function totalOf(parts: readonly Part[]): string {
  return formatDecimal(sum(parts.map(({ value }) => readAmount(value))))
}
