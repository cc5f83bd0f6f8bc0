import { type Instant, isTimeZone } from '@lotbook/journal'
import { shown } from '../../reading/shown.ts'
import { parseTimeText } from '../../reading/time-text.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'

const DAY_MS = 86_400_000

/**
 * The instant of a row with its day in one column and its time of day in another. In workbooks both cells may be full date-times; a
 * time without a day of its own is the fraction of one, or stands on the day that a spreadsheet begins with.
 *
 * @throws UnreadableValue for a day or time that does not exist or cannot be (`Row.dated`).
 */
export function splitTime(row: Row, sheet: Sheet, dateColumn: string, clockColumn: string): Instant {
  const [date, clock] = [row.text(dateColumn), row.text(clockColumn)]
  if (sheet.readTime(clock) !== undefined) return row.time(clockColumn)
  const joined = sheet.readTime(`${date} ${clock}`)
  const at = joined?.isDateOnly === false ? joined.at : dayAndClock(sheet, date, clock)
  if (at === undefined) throw row.problem('not_a_date', dateColumn, `Not a date and time: ${date} ${clock}`)
  return row.dated(dateColumn, at)
}

/** The same where the row names its own zone. @throws UnreadableValue for a zone, day or time that does not exist. */
export function splitTimeIn(
  zone: string,
  row: Row,
  sheet: Sheet,
  dateColumn: string,
  clockColumn: string,
): Instant {
  if (!isKnownZone(zone)) throw row.problem('not_a_date', dateColumn, `Not a time zone: ${shown(zone)}`)
  const [date, clock] = [row.text(dateColumn), row.text(clockColumn)]
  const at = sheet.readTimeIn(zone, `${date} ${clock}`)
  if (at === undefined)
    throw row.problem('not_a_date', dateColumn, `Not a date and time: ${shown(`${date} ${clock}`)}`)
  return row.dated(dateColumn, at)
}

/** Names that rows gave as zones: asking whether one is costs more than reading the rest of its row. */
const zones = new Map<string, boolean>()
const MOST_ZONES = 1000

function isKnownZone(zone: string): boolean {
  const known = zones.get(zone)
  if (known !== undefined) return known
  if (zones.size >= MOST_ZONES) zones.clear()
  const isZone = isTimeZone(zone)
  zones.set(zone, isZone)
  return isZone
}

/** A day and a time of day that do not make one text; in zones other than UTC nobody knows how a spreadsheet meant them. */
function dayAndClock(sheet: Sheet, date: string, clock: string): Instant | undefined {
  const day = sheet.readTime(date)
  const ofDay = timeOfDay(clock)
  if (day === undefined || ofDay === undefined || sheet.timeZone.zone !== 'UTC') return undefined
  return Math.floor(day.at / DAY_MS) * DAY_MS + ofDay
}

/** Milliseconds since midnight. */
function timeOfDay(text: string): number | undefined {
  if (/^(?:0|0?\.\d{1,17})$/.test(text)) return Math.round(Number(text) * DAY_MS)
  const clock = /^(?:(?:1899|190\d)-\d{2}-\d{2}[ T])?(\d{1,2}:.{1,30})$/.exec(text)?.[1]
  const time = clock === undefined ? undefined : parseTimeText(`2000-01-01 ${clock}`, 'month-first')
  return time?.kind === 'local' && !time.isDateOnly ? time.local - Date.UTC(2000, 0, 1) : undefined
}
