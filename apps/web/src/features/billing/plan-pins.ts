import type { PlanOffer } from '@lotbook/contract'

/** The scale reaches at least this far, so that a plan without a limit has room on it. */
const LEAST_END = 100_000

/** Places counts on a scale from 0 to 1 whose steps are ten times the last. */
export function placeOn(end: number): (count: number) => number {
  const steps = Math.log10(end)
  return (count) => Math.min(1, Math.log10(Math.max(1, count)) / steps)
}

/** The end of the scale: the power of ten that no year goes beyond. */
export function endOf(years: PlanOffer['years']): number {
  const most = Math.max(LEAST_END, ...years.map(({ counted }) => counted))
  return 10 ** Math.ceil(Math.log10(most))
}

export interface Pin {
  readonly year: number
  readonly count: number
  /** Place on the scale, from 0 to 1. */
  readonly at: number
  /** Middle of its words, from 0 to 1: beside the place where the words of a near year are. */
  readonly wordsAt: number
}

/** Years on the scale from left to right. The words of each have `room`, a share of the scale; all of them must fit on it. */
export function pinsOf(years: PlanOffer['years'], end: number, room: number): Pin[] {
  const place = placeOn(end)
  const pins = years
    .map(({ tax_year, counted }) => ({ year: tax_year, count: counted, at: place(counted) }))
    .toSorted((a, b) => a.at - b.at || a.year - b.year)
  const words = apart(
    pins.map(({ at }) => at),
    room,
  )
  return pins.map((pin, i) => ({ ...pin, wordsAt: words[i] ?? pin.at }))
}

/**
 * Moves sorted places as little as possible until each is `room` from the next and half of it from both ends. Places that would meet
 * move together: they stand around their mean.
 */
function apart(places: readonly number[], room: number): number[] {
  const groups: { sum: number; size: number }[] = []
  // Without the room that those before it take, places of a group are the same place.
  for (const [i, place] of places.entries()) {
    let group = { sum: place - i * room, size: 1 }
    for (let last = groups.at(-1); last !== undefined && meanOf(last) > meanOf(group); last = groups.at(-1)) {
      group = { sum: last.sum + group.sum, size: last.size + group.size }
      groups.pop()
    }
    groups.push(group)
  }
  const most = 1 - room / 2 - (places.length - 1) * room
  return groups
    .flatMap((group) => Array.from({ length: group.size }, () => meanOf(group)))
    .map((place, i) => Math.max(room / 2, Math.min(most, place)) + i * room)
}

const meanOf = ({ sum, size }: { readonly sum: number; readonly size: number }) => sum / size
