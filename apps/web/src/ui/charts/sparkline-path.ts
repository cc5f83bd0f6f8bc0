import { compare, minus, type Decimal } from '@lotbook/money'
import { readAmount } from '../format/amount.ts'
import { position } from './chart-scale.ts'

/** A price of a day, as exact decimal text. */
export interface DayPrice {
  /** `2025-03-06` */
  readonly day: string
  readonly price: string
}

export interface Spark {
  /** The path of the line, and where it ends. */
  readonly path: string
  readonly end: readonly [x: number, y: number]
}

export const SPARK = { width: 88, height: 26 } as const
const EDGE = 3

/** The line through prices by their days, the lowest at the bottom and the highest at the top. Undefined of fewer than two. */
export function sparklinePath(points: readonly DayPrice[]): Spark | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) return undefined
  const prices = points.map(({ price }) => readAmount(price))
  const low = prices.reduce(lesser)
  const range = minus(prices.reduce(greater), low)
  const days = daysOf(last.day) - daysOf(first.day)
  const at = points.map(({ day }, n): readonly [number, number] => [
    EDGE + ((daysOf(day) - daysOf(first.day)) / days) * (SPARK.width - 2 * EDGE),
    range.units === 0n
      ? SPARK.height / 2
      : SPARK.height - EDGE - position(minus(prices[n]!, low), range) * (SPARK.height - 2 * EDGE),
  ])
  return {
    path: at.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${tenths(x)} ${tenths(y)}`).join(''),
    end: at.at(-1)!,
  }
}

/** A place in px, as finely as a screen shows it. */
const tenths = (place: number) => (Math.round(place * 10) / 10).toString()

const lesser = (a: Decimal, b: Decimal) => (compare(a, b) <= 0 ? a : b)
const greater = (a: Decimal, b: Decimal) => (compare(a, b) >= 0 ? a : b)
const daysOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
