import { isTimeZone } from '@lotbook/journal'
import { zoneOfOffset } from '../reader/zone-text.ts'

/** The column of the time, whose name has its zone: `Time(UTC+8)`, `Time(America/Sao_Paulo)`. */
export const ZONED = /^Time ?\(([^()]+)\)$/i

export function zoneInTime(header: readonly string[]): string | undefined {
  const zone = header.map((name) => ZONED.exec(name.trim())?.[1]).find((text) => text !== undefined)
  if (zone === undefined) return undefined
  return isTimeZone(zone) ? zone : zoneOfOffset(zone)
}
