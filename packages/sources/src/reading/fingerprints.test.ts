import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Origin } from './origin.ts'
import type { SourceRecord } from './record.ts'
import { eventFingerprint, eventIdentity, fingerprintOf, recordFingerprint } from './fingerprints.ts'

const LINE: Origin = { kind: 'line', line: 7 }
const few = fc.constantFrom('a', 'b', 'a\n1', '')
const record = fc.record({
  row: fc.constantFrom(1, 2),
  origin: fc.constant<Origin>({ kind: 'line', line: 1 }),
  kind: fc.constantFrom('trade', 'ledger'),
  nativeId: fc.option(few),
  content: few,
  ordinal: fc.constantFrom(0, 1),
}) satisfies fc.Arbitrary<SourceRecord>
const records = fc.array(record, { minLength: 1, maxLength: 3 })
const read = fc.record({ group: fc.option(few), records })
/** A reading, and what another file may say of the same event: other lines in another order, and names said otherwise. */
const twice = fc.tuple(read, fc.infiniteStream(fc.nat())).map(([first, numbers]) => {
  const shuffled = first.records
    .map((of) => ({ of, at: numbers.next().value as number }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ of }) => ({ ...of, origin: LINE, content: of.nativeId === null ? of.content : 'otherwise' }))
  return [first, { ...first, records: first.group === null ? shuffled : shuffled.slice(1) }] as const
})

test('readings of one event are told to be of one', () =>
  fc.assert(
    fc.property(fc.oneof(twice, fc.tuple(read, read)), ([a, b]) => {
      fc.pre(eventFingerprint('kraken', 'ledgers', a) === eventFingerprint('kraken', 'ledgers', b))
      expect(eventIdentity(a)).toBe(eventIdentity(b))
    }),
    { numRuns: 200, maxSkipsPerRun: 1_000 },
  ))

test('readings of two events are told apart, by the order, the provider’s name or what they say', () => {
  const reads = [
    { group: 'order 1', records: [] },
    { group: 'order 2', records: [] },
    ...['trade 1', 'trade 2', null].map((nativeId) => ({
      group: null,
      records: [{ row: 1, origin: LINE, kind: 'trade', nativeId, content: 'says', ordinal: 0 }],
    })),
  ]
  expect(new Set(reads.map(eventIdentity)).size).toBe(5)
})

test('equals in one file are told apart by their ordinal', () => {
  const fill = { row: 1, origin: LINE, kind: 'trade', nativeId: null, content: 'says', ordinal: 0 }
  expect(recordFingerprint('kraken', 'kraken-ledgers', fill)).not.toBe(
    recordFingerprint('kraken', 'kraken-ledgers', { ...fill, ordinal: 1 }),
  )
})

test('parts do not run into each other', () => {
  expect(fingerprintOf('ab', 'c')).not.toBe(fingerprintOf('a', 'bc'))
})

// Every journal is kept by these names: they never change.
test('a name is the SHA-256 of its parts in UTF-8, each behind its length', () => {
  expect(fingerprintOf('id', 'Börse', '😀')).toBe(
    '2b5ce2d327b04e618691b8114a2c26c1b8d9750f3df1103d5da2d44c6d3e7d03',
  )
  // Half of a pair is no character, and stands for what cannot be said.
  expect(fingerprintOf('\ud800')).toBe('0e46d34b992c1ef5c87bc42e2694d14dd66bd5d292c8e6c10349a46017d4f9c0')
})
