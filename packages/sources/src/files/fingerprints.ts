import {
  contentFingerprint,
  type Fingerprint,
  fingerprintOf,
  groupFingerprint,
  nativeFingerprint,
} from '@lotbook/journal'
import type { ReadRow, SourceRecord } from './file-reading.ts'

/**
 * The name of a record by its content: the provider's id where it gives one, else what the row says and
 * which of the equals in its file it is. The same row of an overlapping export has the same name.
 */
export function recordFingerprint(accountKey: string, family: string, record: SourceRecord): Fingerprint {
  if (record.nativeId === null) return contentFingerprint(accountKey, family, record.content, record.ordinal)
  return nativeFingerprint(accountKey, record.kind, nativeIdOf(record.nativeId, record.ordinal))
}

function nativeIdOf(nativeId: string, ordinal: number): string {
  return ordinal === 0 ? nativeId : `${nativeId}\n${ordinal}`
}

/** The name of a transaction: that of its event, and its part where the event is several. */
export function transactionFingerprint(accountKey: string, family: string, read: ReadRow): Fingerprint {
  return partFingerprint(eventFingerprint(accountKey, family, read), read.part)
}

/** The name of a part of an event; without a part, of its one transaction. */
export function partFingerprint(event: Fingerprint, part: string | null): Fingerprint {
  return part === null ? event : fingerprintOf('part', event, part)
}

/** What names the event of a reading. */
type ToldOfEvent = Pick<ReadRow, 'group' | 'records'>

/** The name of an event: the group that its records share, else its one record, else its records together. */
export function eventFingerprint(accountKey: string, family: string, read: ToldOfEvent): Fingerprint {
  if (read.group !== null) return groupFingerprint(accountKey, read.group)
  const names = read.records.map((record) => recordFingerprint(accountKey, family, record)).toSorted()
  const [first] = names
  return names.length === 1 && first !== undefined ? first : fingerprintOf('records', accountKey, ...names)
}

/**
 * What tells the events of one file and account apart without the cost of a name: readings of one event (`eventFingerprint`) have the
 * same. Those of two events may as well.
 */
export function eventIdentity({ group, records }: ToldOfEvent): string {
  if (group !== null) return `group ${group}`
  const names = records.map(({ kind, nativeId, content, ordinal }) =>
    nativeId === null ? `${content} ${ordinal}` : `${kind} ${nativeIdOf(nativeId, ordinal)}`,
  )
  return names.length > 1 ? names.toSorted().join('\n') : (names[0] ?? '')
}
