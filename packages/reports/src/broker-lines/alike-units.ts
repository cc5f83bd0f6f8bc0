import { absolute, compare, decimal, isZero, minus, sum, times, zero, type Decimal } from '@lotbook/money'

/** A line of a form or a sale. */
export interface Amounts {
  readonly units: Decimal
  readonly proceeds: Decimal
}

const PARTS = decimal(100_000_000n, 0)

/** Whether two numbers of units differ by at most 1e-8 of themselves: forms print up to 18 decimals, and histories are rounded on their way. */
export function isSameUnits(a: Decimal, b: Decimal): boolean {
  return compare(times(absolute(minus(a, b)), PARTS), absolute(b)) <= 0
}

/**
 * Groups of a line or more and a sale or more with the same units. Sorted by units, each member is as good as equal to the one before it, so that no
 * two that are alike fall into different groups.
 */
export function alikeGroups<Line extends Amounts, Sale extends Amounts>(
  lines: readonly Line[],
  sales: readonly Sale[],
): [Line[], Sale[]][] {
  const [inOrder, left] = [lines.toSorted(byUnits), sales.toSorted(byUnits)]
  const groups: [Line[], Sale[]][] = []
  let [line, sale] = [0, 0]
  while (line < inOrder.length && sale < left.length) {
    const group: [Line[], Sale[]] = [[], []]
    let last: Decimal | undefined
    for (;;) {
      const [nextLine, nextSale] = [inOrder[line], left[sale]]
      const isLine = nextSale === undefined || (nextLine !== undefined && byUnits(nextLine, nextSale) <= 0)
      const next = isLine ? nextLine : nextSale
      if (next === undefined || (last !== undefined && !isSameUnits(next.units, last))) break
      last = next.units
      if (isLine && nextLine !== undefined) {
        group[0].push(nextLine)
        line += 1
      } else if (nextSale !== undefined) {
        group[1].push(nextSale)
        sale += 1
      }
    }
    if (group[0].length > 0 && group[1].length > 0) groups.push(group)
  }
  return groups
}

/** Beyond so many comparisons what is alike is paired in the order of its proceeds. */
const MOST_COMPARED = 100_000

/** Pairs by proceeds. As many of each, or very many, are paired in their order; few are compared each with each. */
export function nearest<Line extends Amounts, Sale extends Amounts>(
  lines: readonly Line[],
  sales: readonly Sale[],
): [Line, Sale][] {
  const [inOrder, left] = [lines.toSorted(byProceeds), sales.toSorted(byProceeds)]
  if (lines.length === sales.length || lines.length * sales.length > MOST_COMPARED)
    return inOrder.slice(0, left.length).map((one, n) => [one, left[n]!])
  return inOrder.flatMap((one): [Line, Sale][] => {
    const distance = (sale: Sale) => absolute(minus(sale.proceeds, one.proceeds))
    const place = left.reduce(
      (best, sale, n) => (compare(distance(sale), distance(left[best]!)) < 0 ? n : best),
      0,
    )
    const [sale] = left.splice(place, 1)
    return sale === undefined ? [] : [[one, sale]]
  })
}

/** Neighbors in the list whose units make up a number of units. No units are negative, so a window that moves along finds them. */
export function runOf<One extends Amounts>(list: readonly One[], units: Decimal): readonly One[] | undefined {
  if (isZero(units)) return undefined
  let start = 0
  let within = zero
  for (const [end, one] of list.entries()) {
    within = sum([within, one.units])
    while (compare(within, units) > 0 && !isSameUnits(within, units)) {
      within = minus(within, list[start]!.units)
      start += 1
    }
    if (isSameUnits(within, units)) return list.slice(start, end + 1)
  }
  return undefined
}

const byUnits = (a: Amounts, b: Amounts) => compare(a.units, b.units)
const byProceeds = (a: Amounts, b: Amounts) => compare(a.proceeds, b.proceeds)
