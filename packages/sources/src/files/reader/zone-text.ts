import type { TableRow } from './table.ts'

/** The zone that a text names by its offset, as `+08:00` or `UTC`; undefined where it names none. */
export function zoneOfOffset(text: string): string | undefined {
  const match = /(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?(?!\d)/i.exec(text)
  if (match === null) return /\bUTC\b|\bGMT\b/i.test(text) ? 'UTC' : undefined
  const [, sign = '+', hours = '', minutes = '00'] = match
  if (Number(hours) > 14) return undefined
  return Number(hours) === 0 && minutes === '00' ? 'UTC' : `${sign}${hours.padStart(2, '0')}:${minutes}`
}

/** Reads the zone from the brackets of a header cell: `Time(UTC+08:00)`, `Date (+01:00)`. */
export function zoneInHeader(column: RegExp): (header: readonly string[]) => string | undefined {
  return (header) => {
    const brackets = /\(([^()]*)\)$/.exec(header.find((name) => column.test(name)) ?? '')
    return brackets === null ? undefined : zoneOfOffset(brackets[1] ?? '')
  }
}

/** Reads the zone from a line above the header: `UID:1,Account Type:Main,Time Zone:UTC+8`. */
export function zoneInPreamble(
  _header: readonly string[],
  preamble: readonly TableRow[],
): string | undefined {
  const text = preamble.flatMap(({ cells }) => cells).join(',')
  const stated = /time ?zone: ?([^,]*)/i.exec(text)?.[1]
  return stated === undefined ? undefined : zoneOfOffset(stated)
}
