import type { WalletAccount } from '@lotbook/contract'

type Quarters = WalletAccount['quarters']

/** Quarters that all strips of a screen span, and the most transactions that any of them has. */
export interface StripScale {
  /** The first quarter, counted from year 0. */
  readonly first: number
  readonly count: number
  readonly most: number
}

/** Shorter histories are drawn over two years, so that a single quarter is no wall. */
const AT_LEAST = 8

/** One scale for all accounts, from the first year of any of them to the quarter that is now. */
export function scaleOf(accounts: readonly { readonly quarters: Quarters }[], now: Date): StripScale {
  const all = accounts.flatMap(({ quarters }) => quarters)
  const last = Math.max(indexOf(now.toISOString()), ...all.map(({ from }) => indexOf(from)))
  const earliest = Math.min(last - AT_LEAST + 1, ...all.map(({ from }) => indexOf(from)))
  const first = earliest - (earliest % 4)
  return {
    first,
    count: last - first + 1,
    most: Math.max(1, ...all.map(({ transactions }) => transactions)),
  }
}

export interface StripBar {
  readonly from: string
  /** Left edge and width as parts of the whole width. */
  readonly x: number
  readonly width: number
  /** Part of the height. Grows with the root of the count: beside the busiest account the others stay visible. */
  readonly height: number
}

export function barsOf(quarters: Quarters, { first, count, most }: StripScale): readonly StripBar[] {
  return quarters.map(({ from, transactions }) => ({
    from,
    x: (indexOf(from) - first) / count,
    width: 0.76 / count,
    height: Math.sqrt(transactions / most),
  }))
}

/** Years to write over the strips, at most five, each where it begins. */
export function yearMarks({ first, count }: StripScale): readonly { year: number; at: number }[] {
  const years = Math.ceil(count / 4)
  const step = Math.ceil(years / 5)
  return Array.from({ length: Math.ceil(years / step) }, (_, n) => ({
    year: first / 4 + n * step,
    at: (n * step * 4) / count,
  }))
}

/** A strip in words: "From Q1 2019 to Q3 2025, most in Q2 2021: 312 transactions". */
export function stripText(quarters: Quarters): string {
  const [begin] = quarters
  const end = quarters.at(-1)
  if (begin === undefined || end === undefined) return 'No transactions'
  const most = quarters.reduce((best, one) => (one.transactions > best.transactions ? one : best))
  const span =
    begin.from === end.from
      ? `All in ${quarterName(end.from)}`
      : `From ${quarterName(begin.from)} to ${quarterName(end.from)}, most in ${quarterName(most.from)}`
  return `${span}: ${most.transactions.toLocaleString()} ${most.transactions === 1 ? 'transaction' : 'transactions'}`
}

function quarterName(from: string): string {
  const index = indexOf(from)
  return `Q${((index % 4) + 1).toString()} ${Math.floor(index / 4).toString()}`
}

function indexOf(from: string): number {
  return Number(from.slice(0, 4)) * 4 + Math.floor((Number(from.slice(5, 7)) - 1) / 3)
}
