import { hash } from 'node:crypto'
import type { Fingerprint } from '@lotbook/journal'
import type { SourceTransaction, SourceRecord } from './record.ts'

/** SHA-256 of parts that cannot run into each other: each is written with its length before it. */
export function fingerprintOf(...parts: readonly string[]): Fingerprint {
  let text = ''
  for (const part of parts) text += `${part.length}:${part}`
  return hash('sha256', text)
}

/** A record whose provider gives an id that stays: trade, ledger or transaction id, or chain, hash and log index. */
function nativeFingerprint(accountKey: string, kind: string, nativeId: string): Fingerprint {
  return fingerprintOf('id', accountKey, kind, nativeId)
}

/**
 * A record without such an id: what it says, to the second, and which of the equals in its file it is, so
 * that two truly identical fills stay two and an overlapping export adds none. The family is a report in all
 * its generations, so the next version of a format finds the same rows.
 */
function contentFingerprint(
  accountKey: string,
  family: string,
  content: string,
  ordinal: number,
): Fingerprint {
  return fingerprintOf('content', accountKey, family, content, String(ordinal))
}

/** The group of records that one order, reference or hash holds together is one transaction. */
function groupFingerprint(accountKey: string, group: string): Fingerprint {
  return fingerprintOf('group', accountKey, group)
}

/**
 * The name of a record by its content: the provider's id where it gives one, else what the row says and
 * which of the equals in its file it is. The same row of an overlapping export has the same name.
 */
export function recordFingerprint(accountKey: string, family: string, record: SourceRecord): Fingerprint {
  if (record.nativeId === null)
    return contentFingerprint(accountKey, record.family ?? family, record.content, record.ordinal)
  return nativeFingerprint(accountKey, record.kind, nativeIdOf(record.nativeId, record.ordinal))
}

function nativeIdOf(nativeId: string, ordinal: number): string {
  return ordinal === 0 ? nativeId : `${nativeId}\n${ordinal}`
}

/** The name of a transaction: that of its event, and its part where the event is several. */
export function transactionFingerprint(
  accountKey: string,
  family: string,
  read: SourceTransaction,
): Fingerprint {
  return partFingerprint(eventFingerprint(accountKey, family, read), read.part)
}

/** The name of a part of an event; without a part, of its one transaction. */
export function partFingerprint(event: Fingerprint, part: string | null): Fingerprint {
  return part === null ? event : fingerprintOf('part', event, part)
}

/** The fields of a transaction that name its event. */
type EventNames = Pick<SourceTransaction, 'group' | 'records'>

/** The name of an event: the group that its records share, else its one record, else its records together. */
export function eventFingerprint(accountKey: string, family: string, read: EventNames): Fingerprint {
  if (read.group !== null) return groupFingerprint(accountKey, read.group)
  const names = read.records.map((record) => recordFingerprint(accountKey, family, record)).toSorted()
  const [first] = names
  return names.length === 1 && first !== undefined ? first : fingerprintOf('records', accountKey, ...names)
}

/**
 * A key that tells events of one file and account apart without the cost of a fingerprint: transactions of one event
 * (`eventFingerprint`) have the same key. Those of two events may have the same, too.
 */
export function eventIdentity({ group, records }: EventNames): string {
  if (group !== null) return `group ${group}`
  const names = records.map(({ kind, nativeId, content, ordinal }) =>
    nativeId === null ? `${content} ${ordinal}` : `${kind} ${nativeIdOf(nativeId, ordinal)}`,
  )
  return names.length > 1 ? names.toSorted().join('\n') : (names[0] ?? '')
}
