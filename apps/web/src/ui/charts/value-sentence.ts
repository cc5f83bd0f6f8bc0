import { compare } from '@lotbook/money'
import { readAmount } from '../format/amount.ts'
import { formatDay } from '../format/format-date-time.ts'

interface Point {
  readonly at: string
  readonly value: string
}

/** What a value did over time: from where to where, and its highest. */
export function valueSentence(points: readonly Point[], money: (amount: string) => string): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return 'No value is known for this period.'
  const highest = points.reduce((most, one) =>
    compare(readAmount(one.value), readAmount(most.value)) > 0 ? one : most,
  )
  const day = ({ at }: Point) => formatDay(at.slice(0, 10))
  return `From ${money(first.value)} to ${money(last.value)}; highest on ${day(highest)} with ${money(highest.value)}.`
}
