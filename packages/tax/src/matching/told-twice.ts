import type { Instant } from '@lotbook/journal'

/** A transaction that may be one told twice. */
export interface MaybeTold {
  readonly at: Instant
  /** Equal for what has the same account, assets and amounts, and for nothing else. */
  readonly equals: string
  /** The files or connections that tell it. */
  readonly toldBy: readonly string[]
}

/** The longest time between two reports of one event. */
const WITHIN_MS = 2_000

/**
 * The likely duplicate of a transaction: one that looks the same and that no file states together with it, the nearest
 * before it, else after it, within two seconds. Two equal fills of one file are real.
 *
 * @param near in order of `equals`, then of time.
 */
export function toldTwice<T extends MaybeTold>(near: readonly T[], place: number): T | undefined {
  const one = near[place]
  if (one === undefined) return undefined
  for (const step of [-1, 1]) {
    for (let k = place + step; ; k += step) {
      const other = near[k]
      if (other === undefined || other.equals !== one.equals) break
      if (Math.abs(other.at - one.at) > WITHIN_MS) break
      if (!other.toldBy.some((by) => one.toldBy.includes(by))) return other
    }
  }
  return undefined
}
