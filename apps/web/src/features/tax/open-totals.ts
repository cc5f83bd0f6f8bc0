import { type OneYear, REVIEW_KINDS } from '@lotbook/contract'
import { formatDecimal, sum } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

const REVIEWED: ReadonlySet<string> = new Set(REVIEW_KINDS)

/** How many items are open, the most that they could change together, and how many kinds have an effect that nobody knows. */
export function openTotals(qualifiers: OneYear['qualifiers']): {
  readonly items: number
  /** Exact decimal text. */
  readonly most: string
  readonly unknown: number
} {
  return {
    items: qualifiers.reduce((count, one) => count + one.count, 0),
    most: formatDecimal(
      sum(qualifiers.flatMap(({ effect }) => (effect === null ? [] : [readAmount(effect)]))),
    ),
    unknown: qualifiers.reduce((count, one) => count + (one.effect === null ? one.count : 0), 0),
  }
}

/**
 * Items of a year that wait in the review now: of a filed year those that were open when it was filed may be answered since. What else
 * qualifies the figures is answered elsewhere.
 */
export function openNow({
  filed,
  qualifiers,
  qualifiers_as_of,
}: Pick<OneYear, 'filed' | 'qualifiers' | 'qualifiers_as_of'>): OneYear['qualifiers'] {
  if (filed !== null && qualifiers_as_of !== 'today') return []
  return qualifiers.filter(({ code }) => REVIEWED.has(code))
}
