import type { Instant } from '@lotbook/journal'
import { type Position, ProviderFailed } from './connector.ts'

/** A list that is asked for by windows of time. */
export interface WindowedList {
  /** Names it among the lists of a walk: `deposits`, `trades BTC/USDT`. */
  readonly name: string
  /** Longest window that one request covers. */
  readonly windowMs: number
  /** The earliest moment that the provider keeps, where it forgets. */
  readonly earliest: Instant
  /** How much of what was read is read again by the next walk, for entries that come late. */
  readonly overlapMs: number
}

/** One answer, and whether it may have been cut off at the most entries that one answer holds. */
export interface WindowAnswer {
  readonly text: string
  readonly entries: number
  readonly isFull: boolean
  /** How the rest of the window is asked for, where the provider pages through it; a full answer without one is asked for by halves. */
  readonly more?: string | null
}

/** A page of a walk, with the place to go on. */
export interface WindowPage extends WindowAnswer {
  readonly list: string
  readonly from: Instant
  readonly to: Instant
  /** Ordinal of the answer within its window. */
  readonly part: number
  readonly next: Position
}

/** Where a walk stands. */
interface Walk {
  readonly until: Instant
  /** Ordinal of the list at hand. */
  readonly at: number
  /** Start of the next window, and its length; null: the list begins. */
  readonly from: Instant | null
  readonly size: number | null
  /** The rest of that window, where a part of it was read. */
  readonly rest: { readonly more: string; readonly part: number } | null
  /** How far earlier walks came, by list. */
  readonly done: Readonly<Record<string, Instant>>
}

/**
 * Walks through lists in windows of time, from the earliest moment to now. A window whose answer is full may lack entries, whichever end
 * of it the provider begins at: its rest is asked for where the provider pages, else it is asked again by halves until none is full. An
 * answer that is not full holds all of its window. A quiet window ends nothing.
 *
 * @throws ProviderFailed where more entries share a millisecond than one answer holds, and what `ask` throws
 */
export async function* windowWalk(
  lists: readonly WindowedList[],
  ask: (list: WindowedList, from: Instant, to: Instant, more: string | null) => Promise<WindowAnswer>,
  { from: position, now }: { readonly from: Position | null; readonly now: Instant },
): AsyncIterable<WindowPage> {
  let walk = walkFrom(position, now)
  for (;;) {
    const list = lists[walk.at]
    if (list === undefined) return
    const before = walk.done[list.name]
    const start = Math.max(list.earliest, before === undefined ? list.earliest : before - list.overlapMs)
    const from = walk.from ?? start
    let size = walk.size ?? list.windowMs
    for (;;) {
      const to = Math.min(from + size - 1, walk.until)
      const part = walk.rest?.part ?? 0
      const answer = await ask(list, from, to, walk.rest?.more ?? null)
      const more = answer.more ?? null
      if (more !== null) {
        if (more === walk.rest?.more) throw new ProviderFailed('An answer names itself as the next one.')
        walk = { ...walk, from, size, rest: { more, part: part + 1 } }
        yield { ...answer, list: list.name, from, to, part, next: { ...walk } }
        continue
      }
      if (answer.isFull && part === 0 && to > from) {
        size = Math.max(1, Math.floor((to - from + 1) / 2))
        continue
      }
      if (answer.isFull && part === 0)
        throw new ProviderFailed('More entries share a moment than one answer holds.')
      walk = behind(walk, list, to, Math.min(list.windowMs, size * 2))
      const isLast = walk.at >= lists.length
      yield { ...answer, list: list.name, from, to, part, next: isLast ? { done: walk.done } : { ...walk } }
      break
    }
  }
}

function behind(walk: Walk, list: WindowedList, to: Instant, size: number): Walk {
  if (to < walk.until) return { ...walk, from: to + 1, size, rest: null }
  const done = { ...walk.done, [list.name]: walk.until }
  return { ...walk, at: walk.at + 1, from: null, size: null, rest: null, done }
}

function walkFrom(position: Position | null, now: Instant): Walk {
  const { until, at, from, size, rest, done } = position ?? {}
  const known = (done ?? {}) as Readonly<Record<string, Instant>>
  if (typeof until !== 'number' || typeof at !== 'number')
    return { until: now, at: 0, from: null, size: null, rest: null, done: known }
  return {
    until,
    at,
    from: typeof from === 'number' ? from : null,
    size: typeof size === 'number' ? size : null,
    rest: (rest ?? null) as Walk['rest'],
    done: known,
  }
}
