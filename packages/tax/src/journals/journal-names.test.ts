import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChunkedJournal } from './chunked-journal.ts'
import { chunkOf, type ChunkEntry } from './journal-chunk.ts'
import { JournalNames } from './journal-names.ts'

/** Many that begin alike, many that end alike, and some that are both. */
const fingerprints = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom('0', '7', 'f'), fc.nat(0xfff), fc.nat(3))
    .map(
      ([digit, middle, end]) =>
        `${middle.toString(16).padStart(32, digit)}${String(end).padStart(32, digit)}`,
    ),
  { minLength: 1 },
)

function journalOf(names: readonly string[]): ChunkedJournal {
  const entry = (fingerprint: string, at: number): ChunkEntry => ({
    fingerprint,
    at,
    type: 'buy',
    subType: null,
    account: 'a',
    sequence: null,
    from: null,
    to: null,
    fee: null,
    values: { from: null, to: null, fee: null },
    gift: null,
  })
  const entries = names.map(entry)
  const half = Math.ceil(entries.length / 2)
  return new ChunkedJournal(
    [entries.slice(0, half), entries.slice(half)].map((some) => chunkOf(some)!),
    (account) => account,
  )
}

test('every event has its name and is found by it, and nothing by another', () => {
  fc.assert(
    fc.property(
      fingerprints,
      fc.uniqueArray(fc.string()),
      fc.infiniteStream(fc.boolean()),
      (own, others, take) => {
        const journal = journalOf(own)
        // Some events are named by their entry, some otherwise; not every entry is an event.
        const left = own.map((_, entry) => entry).filter(() => take.next().value === true)
        const entries = [...left, ...others.map((_, n) => -1 - n)]
        const names = new JournalNames(journal, Int32Array.from(entries), others)
        const ids = [...left.map((entry) => own[entry]!), ...others]
        expect(ids.map((_, event) => names.idOf(event))).toEqual(ids)
        expect(ids.map((id) => names.eventOf(id))).toEqual(ids.map((_, event) => event))
        for (const id of own) if (!ids.includes(id)) expect(names.eventOf(id)).toBeUndefined()
        expect(names.eventOf('of nobody')).toBe(
          ids.includes('of nobody') ? ids.indexOf('of nobody') : undefined,
        )
        expect([names.idOf(-1), names.idOf(ids.length)]).toEqual([undefined, undefined])
      },
    ),
  )
})

test('a name that is a fingerprint of another journal is that of the event that has it', () => {
  const [here, elsewhere] = ['a'.repeat(64), 'b'.repeat(64)]
  const names = new JournalNames(journalOf([here]), Int32Array.of(-1, 0), [elsewhere])
  expect([names.eventOf(elsewhere), names.eventOf(here)]).toEqual([0, 1])
  expect([names.idOf(0), names.idOf(1)]).toEqual([elsewhere, here])
})
