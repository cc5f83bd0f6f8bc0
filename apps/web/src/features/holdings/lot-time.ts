import type { OpenLot } from '@lotbook/contract'
import { compare, zero } from '@lotbook/money'
import { position } from '../../ui/charts/chart-scale.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'

/** The years that a picture of lots spans, and where days stand in it. */
export interface LotAxis {
  readonly first: number
  /** The year after the last. */
  readonly end: number
  readonly years: readonly { readonly year: number; readonly x: number }[]
  readonly today: number
  /** The name of that place: "Today", or the earlier day that is shown. */
  readonly name: string
  /** It is an earlier day, whose name is longer. */
  readonly isEarlier: boolean
  /** The place of a day, from 0 to 100. */
  readonly at: (day: string) => number
}

/** At most so many years have room for their names. */
const NAMED_YEARS = 6

/** From the year of the oldest lot to the end of the year in which the newest one turns long-term, or of this one. */
export function lotAxis({
  since,
  today,
  asOf = null,
  lots,
}: {
  readonly since: string | null
  readonly today: string
  readonly asOf?: string | null
  readonly lots: readonly OpenLot[]
}): LotAxis {
  const first = yearOf(since ?? today)
  const last = lots.reduce(
    (year, lot) => (lot.long_term_from === null ? year : Math.max(year, yearOf(lot.long_term_from))),
    yearOf(today),
  )
  const end = last + 1
  const [from, to] = [Date.UTC(first, 0, 1), Date.UTC(end, 0, 1)]
  const at = (day: string) => ((Date.parse(`${day}T00:00:00Z`) - from) / (to - from)) * 100
  const step = Math.ceil((end - first) / NAMED_YEARS)
  const years = Array.from({ length: end - first }, (_, n) => first + n)
    .filter((year) => (year - first) % step === 0)
    .map((year) => ({ year, x: at(`${year.toString()}-01-01`) }))
  return {
    first,
    end,
    years,
    today: at(today),
    name: asOf === null ? 'Today' : formatDay(asOf),
    isEarlier: asOf !== null,
    at,
  }
}

const yearOf = (day: string) => parseInt(day.slice(0, 4), 10)

export interface LotShape {
  /** The height of the bar in px: its quantity beside the largest. */
  readonly height: number
  /** The short-term stretch and the long-term one behind it, where there is one. */
  readonly short: { readonly from: number; readonly to: number }
  readonly long: { readonly from: number; readonly to: number } | undefined
  /** Where it turns long-term, as long as it has not. */
  readonly goal: number | undefined
}

export const LOT_HEIGHT = 30
const MOST = 20
const LEAST = 5

/** How a lot is drawn: from its acquisition to today, hatched until it is long-term. Nothing of a day that is not known. */
export function lotShape(lot: OpenLot, axis: LotAxis, largest: string): LotShape | undefined {
  const { acquired, long_term_from: from, term } = lot
  if (acquired === null || from === null) return undefined
  const most = readAmount(largest)
  const part = compare(most, zero) > 0 ? position(readAmount(lot.quantity), most) : 0
  const height = Math.max(LEAST, part * MOST)
  const start = axis.at(acquired)
  const turn = axis.at(from)
  return {
    height,
    short: { from: start, to: term === 'long' ? turn : axis.today },
    long: term === 'long' ? { from: turn, to: axis.today } : undefined,
    goal: term === 'long' ? undefined : turn,
  }
}

/** The largest quantity among lots. */
export function largestLot(lots: readonly OpenLot[]): string {
  return lots.reduce(
    (most, { quantity }) => (compare(readAmount(quantity), readAmount(most)) > 0 ? quantity : most),
    '0',
  )
}
