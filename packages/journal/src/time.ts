import { Temporal } from 'temporal-polyfill'
import { SHORT_MONTHS } from './month-names.ts'

/** Milliseconds since 1970-01-01T00:00:00Z. The one form of an instant inside Lotbook. */
export type Instant = number

/** A calendar day `YYYY-MM-DD` in the taxpayer's time zone. Days compare as text. */
export type TaxDate = string

/** Read an ISO 8601 instant with `Z` or an offset, to the millisecond; anything else is `undefined`. */
export function parseInstant(text: string): Instant | undefined {
  if (!ISO_INSTANT.test(text)) return undefined
  try {
    return Temporal.Instant.from(text.replace(' ', 'T')).epochMilliseconds
  } catch {
    return undefined
  }
}

const ISO_INSTANT =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}|[+-]\d{2})$/i

/** `2024-03-01T12:00:00Z`, with milliseconds only where there are some. */
export function formatInstant(at: Instant): string {
  const text = new Date(at).toISOString()
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text
}

/** The form of the screens, in UTC: `Mar 03, 2025 14:02:11` (R9.16). */
export function formatDisplay(at: Instant): string {
  const iso = new Date(at).toISOString()
  return `${formatDisplayDay(iso.slice(0, 10))} ${iso.slice(11, 19)}`
}

/** A day as the screens show it: `Mar 03, 2025`. */
export function formatDisplayDay(day: TaxDate): string {
  return `${SHORT_MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(8, 10)}, ${day.slice(0, 4)}`
}

/** Whether a text names a time zone that the runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** An instant's local wall clock in a zone, as an instant of the same figures in UTC. */
export type LocalClock = (at: Instant) => Instant

/**
 * The wall clock of a time zone, fast enough to be asked a million times: the offset is looked up once an
 * hour of history, which is finer than any zone changes it.
 *
 * @throws RangeError for a zone that the runtime does not know.
 */
export function localClock(timeZone: string): LocalClock {
  if (timeZone === 'UTC') return (at) => at
  if (!isTimeZone(timeZone)) throw new RangeError(`Unknown time zone: ${timeZone}`)
  const offsets = new Map<number, number>()
  return (at) => {
    // Offsets change on a quarter of an hour, so a quarter hour has one offset.
    const quarter = Math.floor(at / 900_000)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(quarter * 900_000).toZonedDateTimeISO(timeZone)
      offset = zoned.offsetNanoseconds / 1_000_000
      offsets.set(quarter, offset)
    }
    return at + offset
  }
}

/** The instant of a wall-clock time in a zone; of a time that comes twice the earlier, as clocks read it. */
export function instantOfLocal(local: Instant, timeZone: string): Instant {
  const iso = new Date(local).toISOString().slice(0, -1)
  return Temporal.PlainDateTime.from(iso).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .epochMilliseconds
}

/** The last millisecond of a year where the taxpayer lives (R-DAY-1). */
export function endOfYear(year: number, timeZone: string): Instant {
  return instantOfLocal(Date.UTC(year + 1, 0, 1), timeZone) - 1
}

/** The last millisecond of a day, such as `2025-06-01`, where the taxpayer lives (R-DAY-1). */
export function endOfDay(day: TaxDate, timeZone: string): Instant {
  return instantOfLocal(Date.parse(`${day}T23:59:59.999Z`), timeZone)
}

/** Which tax day an instant falls on (R-DAY-1). */
export function taxDayOf(at: Instant, clock: LocalClock): TaxDate {
  return new Date(clock(at)).toISOString().slice(0, 10)
}

/** The day after. */
export function dayAfter(day: TaxDate): TaxDate {
  return isoDay(utcOf(day) + DAY_MS)
}

/** The same calendar day a year on; of 29 February, 1 March (R-HOLD-2). */
export function yearAfter(day: TaxDate): TaxDate {
  const year = Number(day.slice(0, 4)) + 1
  return isoDay(Date.UTC(year, Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))))
}

/** Whole days from one day to another; negative when the second is earlier. */
export function daysBetween(from: TaxDate, to: TaxDate): number {
  return (utcOf(to) - utcOf(from)) / DAY_MS
}

export function yearOf(day: TaxDate): number {
  return Number(day.slice(0, 4))
}

/** The tax year that a new customer starts with: this year in December, else the one before (R4.41, R4.42). */
export function defaultTaxYear(now: Instant): number {
  const date = new Date(now)
  return date.getUTCMonth() === 11 ? date.getUTCFullYear() : date.getUTCFullYear() - 1
}

const DAY_MS = 86_400_000

function utcOf(day: TaxDate): Instant {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
}

/**
 * Past the last year of four figures months are counted on from its own, January 10000 as `9999-13`: days compare as
 * text, and what ISO 8601 writes (`+010000-01-01`) would be before all others.
 */
function isoDay(at: Instant): TaxDate {
  const date = new Date(at)
  const years = date.getUTCFullYear() - 9999
  const iso = date.toISOString()
  if (years <= 0) return iso.slice(0, 10)
  return `9999-${12 * years + date.getUTCMonth() + 1}-${iso.slice(-16, -14)}`
}
