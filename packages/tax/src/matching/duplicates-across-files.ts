import type { Instant } from '@lotbook/journal'
import {
  absolute,
  compare,
  type Decimal,
  formatDecimal,
  minus,
  parseDecimal,
  sum,
  times,
  zero,
} from '@lotbook/money'

/** A transaction that another file or connection may report too. */
export interface MaybeDuplicate {
  readonly at: Instant
  /** Equal for what moves the same assets the same way in the same account, and for nothing else. */
  readonly equals: string
  /** Amounts of what went out and what came in; null where nothing did. */
  readonly amounts: readonly [out: string | null, into: string | null]
  /** The provider's id: of the order or trade. */
  readonly name: string | null
  /** The files or connections that report it. */
  readonly reportedBy: readonly string[]
}

/** The longest time between two reports of one event. */
const WITHIN_MS = 2_000
/** The longest time where a report has no seconds. */
const MINUTE_MS = 60_000
/** The longest time between exchanges whose amounts are equal and distinct: a report may state another step of the order, or have a wrong zone. */
const DAY_MS = 26 * 3_600_000
/** Digits of amounts that no two orders of a day share; amounts of fewer may be those of any two. */
const DISTINCT_DIGITS = 8

/**
 * The likely duplicate of each transaction that has one: one that looks the same and that no file states together with it, the nearest
 * before it, else after it. Two equal fills of one file are real.
 */
export function duplicatesAcrossFiles<T extends MaybeDuplicate>(all: readonly T[]): ReadonlyMap<T, T> {
  const found = new Map<T, T>()
  const trades = all.filter(isExchange)
  findIn(all, ({ equals }) => equals, MINUTE_MS, isSame, found)
  findParts(trades, found)
  // A report of orders has one transaction for all fills of another report, at the time of the order.
  const named = trades.filter(({ name }) => name !== null)
  findIn(
    named,
    ({ equals, name }) => `${equals}\n${name}`,
    Infinity,
    () => true,
    found,
  )
  const distinct = trades.filter(isDistinct)
  findIn(
    distinct,
    ({ equals, amounts }) => `${equals}\n${amounts.join(' ')}`,
    DAY_MS,
    () => true,
    found,
  )
  return found
}

function findIn<T extends MaybeDuplicate>(
  all: readonly T[],
  keyOf: (one: T) => string,
  withinMs: number,
  isLike: (one: T, other: T) => boolean,
  found: Map<T, T>,
): void {
  for (const alike of Map.groupBy(all, keyOf).values()) {
    if (alike.length < 2) continue
    const near = alike.toSorted((a, b) => a.at - b.at)
    for (const [place, one] of near.entries()) {
      const other = found.has(one) ? undefined : nearest(near, place, withinMs, isLike)
      if (other !== undefined) found.set(one, other)
    }
  }
}

/** Finds exchanges that another file has in parts of the same moment, for a ledger may have one row where a list of trades has each fill. */
function findParts<T extends MaybeDuplicate>(trades: readonly T[], found: Map<T, T>): void {
  for (const alike of Map.groupBy(trades, ({ equals }) => equals).values()) {
    const near = alike.toSorted((a, b) => a.at - b.at)
    for (const [place, one] of near.entries()) {
      if (found.has(one)) continue
      const others = around(near, place).filter(
        (other) => !found.has(other) && !other.reportedBy.some((by) => one.reportedBy.includes(by)),
      )
      for (const parts of Map.groupBy(others, ({ reportedBy }) => reportedBy.join(' ')).values()) {
        const [part] = parts
        if (part === undefined || parts.length < 2 || !isSumOf(one, parts)) continue
        found.set(one, part)
        for (const each of parts) found.set(each, one)
        break
      }
    }
  }
}

/** Transactions within the same seconds. */
function around<T extends MaybeDuplicate>(near: readonly T[], place: number): T[] {
  const { at } = near[place]!
  const isNear = (other: T | undefined) => other !== undefined && Math.abs(other.at - at) <= WITHIN_MS
  let [from, to] = [place, place + 1]
  while (isNear(near[from - 1])) from -= 1
  while (isNear(near[to])) to += 1
  return near.slice(from, to)
}

function isSumOf(one: MaybeDuplicate, parts: readonly MaybeDuplicate[]): boolean {
  return one.amounts.every((amount, side) => {
    const all = parts.map(({ amounts }) => parseDecimal(amounts[side] ?? '') ?? zero)
    return isAlike(amount, formatDecimal(sum(all)))
  })
}

function nearest<T extends MaybeDuplicate>(
  near: readonly T[],
  place: number,
  withinMs: number,
  isLike: (one: T, other: T) => boolean,
): T | undefined {
  const one = near[place]!
  for (const step of [-1, 1])
    for (let k = place + step; ; k += step) {
      const other = near[k]
      if (other === undefined || Math.abs(other.at - one.at) > withinMs) break
      if (!other.reportedBy.some((by) => one.reportedBy.includes(by)) && isLike(one, other)) return other
    }
  return undefined
}

const isExchange = ({ amounts }: MaybeDuplicate): boolean => amounts.every((amount) => amount !== null)

/** Equal amounts within two seconds; of exchanges, amounts that differ by no more than a fee, within the minute of a report without seconds. */
function isSame(one: MaybeDuplicate, other: MaybeDuplicate): boolean {
  const isTrade = isExchange(one)
  const hasNoSeconds = one.at % MINUTE_MS === 0 || other.at % MINUTE_MS === 0
  if (Math.abs(one.at - other.at) > (isTrade && hasNoSeconds ? MINUTE_MS : WITHIN_MS)) return false
  return one.amounts.every(
    (amount, side) => amount === other.amounts[side] || (isTrade && isAlike(amount, other.amounts[side])),
  )
}

/** True of an exchange whose amounts have as many digits as no two orders of a day share. */
function isDistinct({ amounts }: MaybeDuplicate): boolean {
  return amounts.join('').replace(/\D/g, '').replace(/^0+/, '').length >= DISTINCT_DIGITS
}

/** A report may have the fee in an amount that another states without it: they differ by two hundredths at most. */
function isAlike(a: string | null | undefined, b: string | null | undefined): boolean {
  const [one, other] = [a, b].map((text) => (text == null ? undefined : parseDecimal(text)))
  if (one === undefined || other === undefined) return false
  const apart = absolute(minus(one, other))
  return compare(times(apart, FIFTY), absolute(one)) <= 0
}

const FIFTY: Decimal = { units: 50n, scale: 0 }
