import { parseInstant, type Instant, type TaxDate } from '@lotbook/journal'

/** A tax day as a number of days since 1970-01-01, for columns. */
export type DayNumber = number

export const DAY_MS = 86_400_000

/** The day number of `YYYY-MM-DD`; undefined for a day that does not exist. */
export function dayNumber(text: string): DayNumber | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) return undefined
  return at / DAY_MS
}

const PLAIN_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/

/** As `parseInstant`, quick for the form that Lotbook itself writes. */
export function readInstant(text: string): Instant | undefined {
  if (!PLAIN_INSTANT.test(text)) return parseInstant(text)
  const at = Date.parse(text)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== text.slice(0, 19) ? undefined : at
}

/** Days of two centuries: who names more of them than that has each written anew. */
const MOST_KNOWN = 1 << 16

/** Memoizes a value by day, whatever history it is of: days are few, and rows are many. */
export function ofEachDay<Made>(make: (day: DayNumber) => Made): (day: DayNumber) => Made {
  const known = new Map<DayNumber, Made>()
  return (day) => {
    let made = known.get(day)
    if (made === undefined) {
      made = make(day)
      if (known.size === MOST_KNOWN) known.clear()
      known.set(day, made)
    }
    return made
  }
}

/** A day number as `YYYY-MM-DD`. */
export const dayText: (day: DayNumber) => TaxDate = ofEachDay((day) =>
  new Date(day * DAY_MS).toISOString().slice(0, 10),
)
