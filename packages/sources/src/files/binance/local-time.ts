import type { FileFormat } from '../reader/csv-format.ts'
import { normaliseHeader } from '../reader/signature.ts'
import { zoneOfOffset } from '../reader/zone-text.ts'

/** The time of exports since 2024 by the languages of the site: not of UTC, but of the zone that the person chose. */
export const LOCAL_TIME = /^(?:time|tiempo|時間)$/i

const isLocal = (header: readonly string[]): boolean =>
  header.some((name) => LOCAL_TIME.test(normaliseHeader(name)))

/** The zone stands in the name of the file, `…-202604201027(UTC+7).csv` or `…(UTC--6)…`; without it the person is asked. */
export const localTime = {
  asksZone: isLocal,
  zoneIn(header, _preamble, fileName = '') {
    if (!isLocal(header)) return undefined
    const stated = /\(UTC([^()]{0,8})\)/i.exec(fileName)?.[1]
    if (stated === undefined) return undefined
    return /^0?$/.test(stated) ? 'UTC' : zoneOfOffset(stated)
  },
} satisfies Pick<FileFormat, 'asksZone' | 'zoneIn'>
