import { type Instant, instantOfLocal } from '@lotbook/journal'

export type DateOrder = 'day-first' | 'month-first'

/** A moment as a file writes it: an instant where it says so, else what the wall clock showed. */
export type TimeText =
  | { readonly kind: 'instant'; readonly at: Instant }
  /** `local` is the wall clock as if it were UTC. */
  | { readonly kind: 'local'; readonly local: Instant; readonly isDateOnly: boolean }

/**
 * Read a date and time: ISO with or without an offset, ` UTC` after it, `YYYY/MM/DD`, `YY-MM-DD`, the local
 * forms `1/2/2024 3:04 PM` in the order told, months by their English names, and spreadsheet serials. A date or
 * time of day that does not exist is undefined.
 */
export function parseTimeText(text: string, order: DateOrder, is1904 = false): TimeText | undefined {
  const trimmed = text.length > 80 ? '' : text.trim().replace(/\s*\([^()]*\)$/, '')
  if (SERIAL.test(trimmed)) return { kind: 'local', local: serialToLocal(trimmed, is1904), isDateOnly: false }
  const parts = DATE_TIME.exec(trimmed) ?? DATE_TIME.exec(withoutNames(trimmed))
  if (parts === null) return undefined
  const [, first = '', mark, second = '', third = '', time, zone] = parts
  const day = dayOf(first, second, third, mark ?? '-', order)
  if (day === undefined) return undefined
  if (time === undefined)
    return zone === undefined ? { kind: 'local', local: day, isDateOnly: true } : undefined
  const ofDay = timeOfDay(time)
  if (ofDay === undefined) return undefined
  if (zone === undefined) return { kind: 'local', local: day + ofDay, isDateOnly: false }
  const named = ZONES[zone]
  if (named !== undefined) return { kind: 'instant', at: instantOfLocal(day + ofDay, named) }
  const offset = offsetOf(zone)
  return offset === undefined ? undefined : { kind: 'instant', at: day + ofDay - offset }
}

const SERIAL = /^[2-7]\d{4}(?:\.\d{1,17})?$/
const DATE_TIME =
  /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?:(?:[T ]|, ?)(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[AaPp][Mm])?))?(?: ?(Z|z|UTC|GMT|(?:UTC|GMT)?[+-]\d{2}:?(?:\d{2})?|[ECMP][SD]T))?$/

/** Zones that exports of the United States write as letters. Some write EST in summer too, so the zone decides and not the letter. */
const ZONES: Readonly<Record<string, string>> = {
  EST: 'America/New_York',
  EDT: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
}

const NAMED =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?(?:([a-z]{3,9})\.? (\d{1,2})|(\d{1,2})[ -]([a-z]{3,9}))\.?,?[ -](\d{4})(?:,? (?:at )?(.{1,40}))?$/i

/** A date whose month is a word, with figures in its place: `Mon Sep 28 2020 12:00:00`, `May 3, 2021 5:00 AM`, `14 Apr 2022`. */
function withoutNames(text: string): string {
  const match = NAMED.exec(text.replace(/\s+/g, ' '))
  if (match === null) return ''
  const [, before, dayAfter, dayBefore, after, year = '', time] = match
  const name = (before ?? after ?? '').toLowerCase()
  const month = MONTHS.findIndex((full) => full.startsWith(name) || (name === 'sept' && full === 'september'))
  if (month === -1) return ''
  return `${year}-${month + 1}-${dayAfter ?? dayBefore}${time === undefined ? '' : ` ${time}`}`
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

function dayOf(a: string, b: string, c: string, mark: string, order: DateOrder): Instant | undefined {
  if (a.length === 4) return c.length <= 2 ? utcDay(a, b, c) : undefined
  // Two figures, a hyphen and two figures at the end: a year cut short (Binance), unless four figures end it.
  if (mark === '-' && a.length === 2 && c.length === 2) return utcDay(`20${a}`, b, c)
  // A spreadsheet shows nothing as 12/31/99; of this century it is none that a history could reach.
  const isOfNow = c.length === 2 && Number(c) < 70
  const year = isOfNow ? `20${c}` : c.length === 4 ? c : undefined
  if (year === undefined || a.length > 2) return undefined
  // Points are written day first everywhere.
  return order === 'day-first' || mark === '.' ? utcDay(year, b, a) : utcDay(year, a, b)
}

function utcDay(year: string, month: string, day: string): Instant | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const at = Date.UTC(y, m - 1, d)
  const back = new Date(at)
  // Before Bitcoin there was nothing to import, and a year of three figures is a slip.
  return y >= 2000 && y < 2200 && back.getUTCMonth() === m - 1 && back.getUTCDate() === d ? at : undefined
}

function timeOfDay(text: string): number | undefined {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([AaPp])[Mm])?$/.exec(text)
  if (match === null) return undefined
  const [, hourText = '', minuteText = '', secondText = '0', fraction = '', half] = match
  let hour = Number(hourText)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  const [minute, second] = [Number(minuteText), Number(secondText)]
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  return ((hour * 60 + minute) * 60 + second) * 1000 + ms
}

function offsetOf(zone: string): number | undefined {
  const match = /^(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?$/i.exec(zone)
  if (match === null) return 0
  const [, sign, hours = '', minutes = '0'] = match
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined
  return sign === '-' ? -ms : ms
}

/** The wall clock of a spreadsheet serial: days since 1899-12-30, or since 1904-01-01 in such a workbook. */
export function serialToLocal(serial: number | string, is1904 = false): Instant {
  const days = Number(serial)
  return Math.round(days * 86_400_000) + Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30)
}

/**
 * The order of day and month in dates like 3/4/2024, seen over the whole column: a first figure above 12 says the day,
 * a second one above 12 the month; else the reading that alone puts many days in order. Undefined when nothing tells.
 */
export function dateOrderOf(cells: Iterable<string>): { order: DateOrder | undefined; isAmbiguous: boolean } {
  let day = 0
  let month = 0
  let either = 0
  const asMonthFirst = new Sequence()
  const asDayFirst = new Sequence()
  for (const cell of cells) {
    const match = /^\s*(\d{1,2})[-/](\d{1,2})[-/](\d{2}|\d{4})(?!\d)/.exec(cell.slice(0, 40))
    if (match === null || (match[3]?.length === 2 && cell.includes('-'))) continue
    const [first, second] = [Number(match[1]), Number(match[2])]
    if (first > 12 && second <= 12) day++
    else if (second > 12 && first <= 12) month++
    else if (first !== second) either++
    const year = Number(match[3]) % 100
    asMonthFirst.add((year * 100 + first) * 100 + second)
    asDayFirst.add((year * 100 + second) * 100 + first)
  }
  if (day === 0 && month === 0 && asMonthFirst.isInOrder !== asDayFirst.isInOrder)
    return { order: asMonthFirst.isInOrder ? 'month-first' : 'day-first', isAmbiguous: false }
  const order = day > 0 && month === 0 ? 'day-first' : month > 0 && day === 0 ? 'month-first' : undefined
  return { order, isAmbiguous: order === undefined && either > 0 }
}

// Fewer days than this are in some order by chance.
const MANY_DAYS = 5

/** Days as they come: whether many of them only ever rise, or only ever fall. */
class Sequence {
  #last: number | undefined
  #rises = 0
  #falls = 0

  add(day: number): void {
    if (this.#last !== undefined && day > this.#last) this.#rises++
    if (this.#last !== undefined && day < this.#last) this.#falls++
    this.#last = day
  }

  get isInOrder(): boolean {
    return Math.min(this.#rises, this.#falls) === 0 && this.#rises + this.#falls >= MANY_DAYS
  }
}
