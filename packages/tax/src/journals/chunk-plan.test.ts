import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChunkCutter, chunkSize, packingPlan, StaleChunks, type ChunkPlace } from './chunk-plan.ts'
import { bytesOfId, ID_BYTES } from './entry-ids.ts'

interface Row {
  readonly id: string
  readonly at: number
}

interface Packed {
  readonly place: ChunkPlace
  readonly rows: readonly Row[]
}

const idOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const inOrder = (rows: Iterable<Row>) => [...rows].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
const idsOf = (rows: readonly Row[]) => {
  const ids = new Uint8Array(ID_BYTES * rows.length)
  for (const [n, { id }] of rows.entries()) ids.set(bytesOfId(id), n * ID_BYTES)
  return ids
}

function staleOf(chunks: readonly Packed[], changed: readonly Row[]): readonly boolean[] {
  const found = new StaleChunks(
    chunks.map(({ place }) => place),
    changed,
  )
  const all = chunks.map(({ place: { chunk }, rows }) => ({ chunk, ids: idsOf(rows) }))
  for (const { chunk, ids } of all) if (found.near.includes(chunk)) found.lookNear(chunk, ids)
  if (found.isOpen) found.lookInAll(all)
  return found.stale
}

/** Packs a journal as the server does, with an array in place of the database. */
function pack(journal: readonly Row[], before: readonly Packed[], changed: readonly Row[], size: number) {
  const places = before.map(({ place }) => place)
  const stale = before.length === 0 ? [true] : staleOf(before, changed)
  let last = Math.max(0, ...places.map(({ chunk }) => chunk))
  return packingPlan(places, stale, changed.length).flatMap((part): Packed[] => {
    if ('packed' in part) return before.filter(({ place }) => place === part)
    const { from, to } = part
    const isBefore = (row: Row, place: ChunkPlace) =>
      row.at < place.at || (row.at === place.at && row.id < place.id)
    const cutter = new ChunkCutter<Row>(size, to === undefined)
    const rows = journal.filter(
      (row) => (from === undefined || !isBefore(row, from)) && (to === undefined || isBefore(row, to)),
    )
    return [
      ...rows.flatMap((row) => [cutter.add(row) ?? []]).filter((cut) => cut.length > 0),
      ...cutter.end(),
    ].map((cut) => ({
      place: { chunk: (last += 1), packed: `packed ${last}`, version: 1n, ...cut[0]! },
      rows: cut,
    }))
  })
}

const instants = fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 120 })
const journals = instants.map((ats) => ats.map((at, n) => ({ id: idOf(n), at })))
/** An edit gives the n-th transaction another instant, or leaves it where it is; without one it goes. */
const edits = fc.array(
  fc.record({ n: fc.nat({ max: 140 }), at: fc.option(fc.nat({ max: 70 }), { nil: undefined }) }),
  { maxLength: 30 },
)

test('chunks cover the journal in order and within bounds, before and after any edits', () => {
  fc.assert(
    fc.property(
      journals,
      fc.array(edits, { maxLength: 4 }),
      fc.integer({ min: 1, max: 20 }),
      (rows, rounds, size) => {
        const journal = new Map(rows.map((row) => [row.id, row]))
        let chunks = pack(inOrder(rows), [], rows, size)
        const holds = () => {
          expect(chunks.flatMap((chunk) => chunk.rows)).toEqual(inOrder(journal.values()))
          for (const { rows: held } of chunks) {
            expect(held.length).toBeGreaterThan(0)
            expect(held.length).toBeLessThanOrEqual(size)
          }
          expect(new Set(chunks.map(({ place }) => place.chunk)).size).toBe(chunks.length)
        }
        holds()
        for (const round of rounds) {
          const changed = new Map<string, Row>()
          for (const { n, at } of round) {
            const id = idOf(n)
            const before = journal.get(id)
            if (at === undefined) journal.delete(id)
            else journal.set(id, { id, at })
            // A transaction that is gone keeps its row and its instant.
            const row = journal.get(id) ?? changed.get(id) ?? before
            if (row !== undefined) changed.set(id, row)
          }
          chunks = pack(inOrder(journal.values()), chunks, [...changed.values()], size)
          holds()
        }
      },
    ),
  )
})

test('an edit in place makes one chunk stale, a change of date at most two', () => {
  fc.assert(
    fc.property(journals, fc.nat(), fc.nat({ max: 70 }), (rows, pick, at) => {
      const chunks = pack(inOrder(rows), [], rows, 8)
      const edited = rows[pick % rows.length]!
      const count = (changed: Row) => staleOf(chunks, [changed]).filter((isStale) => isStale).length
      expect(count(edited)).toBe(1)
      expect(count({ ...edited, at })).toBeLessThanOrEqual(2)
    }),
  )
})

test.each([
  [0, 500],
  [50_000, 500],
  [123_456, 1_235],
  [5_000_000, 10_000],
])('a journal of %d transactions has chunks of %d', (transactions, size) => {
  expect(chunkSize(transactions)).toBe(size)
})

test('the end of the journal lies in small parts, the end of another stretch does not', () => {
  const cut = (isNewest: boolean) => {
    const cutter = new ChunkCutter<number>(16, isNewest)
    const full = Array.from({ length: 45 }, (_, n) => cutter.add(n)?.length ?? 0).filter((n) => n > 0)
    return [...full, ...Array.from(cutter.end(), ({ length }) => length)]
  }
  expect(cut(true)).toEqual([16, 13, 2, 2, 2, 2, 2, 2, 2, 2])
  expect(cut(false)).toEqual([16, 13, 16])
})

test('few rows of a packed journal are looked up one by one, those of many chunks and of a new journal are not', () => {
  const places = Array.from({ length: 8 }, (_, n) => ({
    chunk: n + 1,
    packed: `packed ${n}`,
    version: 1n,
    at: n,
    id: idOf(n),
  }))
  const plan = (stale: string, changes: number) =>
    packingPlan(
      places,
      Array.from(stale, (mark) => mark === 'x'),
      changes,
    ).map((part) => ('packed' in part ? part.chunk : `${part.gone.join()} ${part.isLookedUp}`))
  expect(plan('.xx..x..', 2)).toEqual([1, '2,3 true', 4, 5, '6 true', 7, 8])
  expect(plan('xxxxx...', 2)).toEqual(['1,2,3,4,5 false', 6, 7, 8])
  expect(plan('x.......', 5_001)).toEqual(['1 false', 2, 3, 4, 5, 6, 7, 8])
  expect(packingPlan([], [true], 0)).toEqual([
    { from: undefined, to: undefined, gone: [], isLookedUp: false },
  ])
})
