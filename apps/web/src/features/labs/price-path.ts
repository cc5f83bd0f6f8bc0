import { compare, type Decimal, minus } from '@lotbook/money'
import { position } from '../../ui/charts/chart-scale.ts'
import { readAmount } from '../../ui/format/amount.ts'

export interface PricePoint {
  readonly at: string
  readonly price: string
}

/** Prices as a line in a box, and what it says at its edges. */
export interface PricePath {
  readonly line: string
  /** The line, closed along the bottom of the box. */
  readonly area: string
  readonly low: string
  readonly high: string
  /** The moments of the first and the last price. */
  readonly from: string
  readonly to: string
}

export interface Box {
  readonly width: number
  readonly height: number
  /** Kept free above and below. */
  readonly edge: number
}

/** The line through prices by their moments, the lowest at the bottom. Undefined of fewer than two. */
export function pricePath(
  points: readonly PricePoint[],
  { width, height, edge }: Box,
): PricePath | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) return undefined
  const priced = points.map(({ at, price }) => ({ at: Date.parse(at), price, amount: readAmount(price) }))
  const low = priced.reduce((a, b) => (isLess(b, a) ? b : a))
  const high = priced.reduce((a, b) => (isLess(a, b) ? b : a))
  const range = minus(high.amount, low.amount)
  const begun = Date.parse(first.at)
  const span = Date.parse(last.at) - begun
  const line = priced
    .map(({ at, amount }, n) => {
      const x = ((at - begun) / span) * width
      const y =
        range.units === 0n
          ? height / 2
          : height - edge - position(minus(amount, low.amount), range) * (height - 2 * edge)
      return `${n === 0 ? 'M' : 'L'}${tenths(x)} ${tenths(y)}`
    })
    .join('')
  return {
    line,
    area: `${line}V${height.toString()}H0Z`,
    low: low.price,
    high: high.price,
    from: first.at,
    to: last.at,
  }
}

const isLess = (a: { readonly amount: Decimal }, b: { readonly amount: Decimal }) =>
  compare(a.amount, b.amount) < 0
const tenths = (place: number) => (Math.round(place * 10) / 10).toString()
