import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SourceRecord } from './file-reading.ts'
import { eventFingerprint, eventIdentity } from './fingerprints.ts'

const few = fc.constantFrom('a', 'b', 'a\n1', '')
const record = fc.record({
  row: fc.constantFrom(1, 2),
  line: fc.constant(1),
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
    .map(({ of }) => ({ ...of, line: 7, content: of.nativeId === null ? of.content : 'otherwise' }))
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
      records: [{ row: 1, line: 2, kind: 'trade', nativeId, content: 'says', ordinal: 0 }],
    })),
  ]
  expect(new Set(reads.map(eventIdentity)).size).toBe(5)
})
