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
  /** From 0 to 1. */
  readonly at: number
  /** How high it stands, so that its words do not meet those of its neighbours. */
  readonly level: number
}

/** Years on the scale. Those that lie closer than `room` (a share of the scale) stand on levels of their own; the first ones stand lowest. */
export function pinsOf(years: PlanOffer['years'], end: number, room: number): Pin[] {
  const place = placeOn(end)
  const pins: Pin[] = []
  for (const { tax_year, counted } of years) {
    const at = place(counted)
    const taken = new Set(pins.filter((pin) => Math.abs(pin.at - at) < room).map(({ level }) => level))
    let level = 0
    while (taken.has(level)) level += 1
    pins.push({ year: tax_year, count: counted, at, level })
  }
  return pins
}
