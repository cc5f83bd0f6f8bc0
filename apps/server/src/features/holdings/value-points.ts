import { compare, plus, sum, zero, type Decimal } from '@lotbook/money'
import { valueOf } from './lot-gain.ts'

/** What happened to an asset in the stretch that ends with a moment: what its units, its cost basis or its price were changed by. */
export interface Step {
  readonly asset: string
  /** The account that units moved in; none of costs and prices. */
  readonly account?: string
  /** Index of the moment that ends the stretch. */
  readonly at: number
  readonly amount: Decimal
}

export interface ValuePoint {
  readonly value: Decimal
  readonly basis: Decimal
  /** Assets that were held without a known price, and are in neither sum. */
  readonly unpriced: number
}

/**
 * The value of holdings at each of a number of moments, and their cost. A price counts until a newer one is known. Units of an
 * asset that add up to nothing or less in an account are not held there, and take nothing from what other accounts hold. An asset without
 * a price is left out and counted.
 *
 * @param moves - changes of units, and `costs` of cost basis; several of one stretch are added up.
 * @param prices - the newest price of each stretch that has one.
 */
export function valuePoints(
  moments: number,
  {
    moves,
    costs,
    prices,
  }: { readonly moves: readonly Step[]; readonly costs: readonly Step[]; readonly prices: readonly Step[] },
): ValuePoint[] {
  const points = Array.from({ length: moments }, () => ({ value: zero, basis: zero, unpriced: 0 }))
  const costsOf = Map.groupBy(costs, ({ asset }) => asset)
  const pricesOf = Map.groupBy(prices, ({ asset }) => asset)
  for (const [asset, steps] of Map.groupBy(moves, (move) => move.asset)) {
    const units = held(moments, steps)
    const basis = running(moments, costsOf.get(asset) ?? [])
    const known = newest(moments, pricesOf.get(asset) ?? [])
    for (const [n, point] of points.entries()) {
      if (compare(units[n]!, zero) <= 0) continue
      const price = known[n]
      if (price === undefined) {
        point.unpriced += 1
        continue
      }
      point.value = plus(point.value, valueOf(units[n]!, price))
      point.basis = plus(point.basis, basis[n]!)
    }
  }
  return points
}

/** Units that the accounts hold at each moment, as far as they are above zero. */
function held(moments: number, steps: readonly Step[]): Decimal[] {
  const accounts = [...Map.groupBy(steps, ({ account }) => account).values()].map((of) =>
    running(moments, of),
  )
  return Array.from({ length: moments }, (_, n) =>
    sum(accounts.map((units) => units[n]!).filter((units) => compare(units, zero) > 0)),
  )
}

/** The sum of all steps up to each moment. */
function running(moments: number, steps: readonly Step[]): Decimal[] {
  const sums = Array.from({ length: moments }, () => zero)
  for (const { at, amount } of steps) sums[at] = plus(sums[at]!, amount)
  for (let n = 1; n < moments; n += 1) sums[n] = plus(sums[n]!, sums[n - 1]!)
  return sums
}

/** The newest price at each moment. */
function newest(moments: number, prices: readonly Step[]): (Decimal | undefined)[] {
  const known = Array.from<unknown, Decimal | undefined>({ length: moments }, () => undefined)
  for (const { at, amount } of prices) known[at] = amount
  for (let n = 1; n < moments; n += 1) known[n] ??= known[n - 1]
  return known
}

const DAY_MS = 86_400_000
const MOST_POINTS = 120

/** Moments from a start to an end, evenly and no more than one of a day: at most 120, and both ends among them. */
export function momentsBetween(start: Date, end: Date): Date[] {
  const span = Math.max(0, end.getTime() - start.getTime())
  const steps = Math.min(MOST_POINTS - 1, Math.max(1, Math.ceil(span / DAY_MS)))
  return Array.from(
    { length: steps + 1 },
    (_, n) => new Date(end.getTime() - Math.round((span * (steps - n)) / steps)),
  )
}
