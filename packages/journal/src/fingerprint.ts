import { canonicalAmount } from '@lotbook/money'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ReadTransaction } from './transaction.ts'

/** SHA-256 as 64 hex characters: the name of a thing by its content. */
export type Fingerprint = string

/** SHA-256 of parts that cannot run into each other: each is written with its length before it. */
export function fingerprintOf(...parts: readonly string[]): Fingerprint {
  return bytesToHex(sha256(utf8ToBytes(parts.map((part) => `${part.length}:${part}`).join(''))))
}

/** A record whose provider gives an id that stays: trade, ledger or transaction id, or chain, hash and log index. */
export function nativeFingerprint(accountKey: string, kind: string, nativeId: string): Fingerprint {
  return fingerprintOf('id', accountKey, kind, nativeId)
}

/**
 * A record without such an id: what it says, to the second, and which of the equals in its file it is, so
 * that two truly identical fills stay two and an overlapping export adds none. The family is a report in all
 * its generations, so the next version of a format finds the same rows.
 */
export function contentFingerprint(
  accountKey: string,
  family: string,
  content: string,
  ordinal: number,
): Fingerprint {
  return fingerprintOf('content', accountKey, family, content, String(ordinal))
}

/** What a transaction says, as text that another export of the same event repeats: time to the second, legs, fee. */
export function contentOf(t: Pick<ReadTransaction, 'at' | 'from' | 'to' | 'fee'>): string {
  const second = String(Math.floor(t.at / 1000))
  const legs = [t.from, t.to, t.fee].map((leg) =>
    leg === null ? '' : `${leg.asset} ${canonicalAmount(leg.amount) ?? leg.amount}`,
  )
  return [second, ...legs].join('|')
}

/** The group of records that one order, reference or hash holds together is one transaction. */
export function groupFingerprint(accountKey: string, group: string): Fingerprint {
  return fingerprintOf('group', accountKey, group)
}
