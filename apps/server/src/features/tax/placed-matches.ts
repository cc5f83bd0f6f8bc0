import type { PlacedMatch } from '@lotbook/tax'
import { eachRow } from '../../platform/copy-out.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { ID_BYTES, type StoredChunk } from './projection.ts'

const FREE = -1
/** Slots for each transaction, so that most are found in the first that is looked at. */
const ROOM = 2

/**
 * Made matches by the positions of their sides in the packed journal, in the order of their departures; one with a side that
 * is ignored or gone is none.
 *
 * @throws Error where the packed journal lacks a side that is neither: rather no result than one without its transfers.
 */
export async function placedMatches(
  tx: Tx,
  userId: string,
  chunks: readonly StoredChunk[],
): Promise<PlacedMatch[]> {
  const entries = new EntryIndex(chunks)
  const matches: PlacedMatch[] = []
  const lacking: string[] = []
  let before: Buffer | undefined
  let match = { departure: FREE, arrivals: [] as number[], isWhole: true }
  const close = () => {
    if (match.isWhole && match.departure !== FREE && match.arrivals.length > 0) matches.push(match)
    match = { departure: FREE, arrivals: [], isWhole: true }
  }
  const user = `${tx.client.escapeLiteral(userId)}::uuid`
  await eachRow(
    tx,
    `select s.match_id, s.transaction_id, s.direction = 'out' from match_sides s
     join matches m on m.user_id = ${user} and m.id = s.match_id and m.state = 'made'
     where s.user_id = ${user} order by s.match_id`,
    (cells) => {
      const [id, transaction, isOut] = cells as [Buffer, Buffer, Buffer]
      if (before?.equals(id) === false) close()
      before = id
      const entry = entries.find(transaction)
      if (entry === undefined) {
        match.isWhole = false
        lacking.push(transaction.toString('hex'))
      } else if (isOut[0] === 1) match.departure = entry
      else match.arrivals.push(entry)
    },
  )
  close()
  const lost = await tx.maybe<{ id: string }>(sql`
    select id from transactions where user_id = ${userId} and id = any (${lacking}::uuid[]) and deleted_at is null and not is_ignored
    limit 1`)
  if (lost !== undefined) throw new Error(`the projection lacks ${lost.id}`)
  for (const { arrivals } of matches) (arrivals as number[]).sort((a, b) => a - b)
  return matches.sort((a, b) => a.departure - b.departure)
}

/** Entries of the packed journal by the ids of their transactions. */
class EntryIndex {
  readonly #slots: Int32Array
  readonly #chunks: readonly StoredChunk[]
  readonly #starts: readonly number[]

  constructor(chunks: readonly StoredChunk[]) {
    this.#chunks = chunks
    let count = 0
    this.#starts = chunks.map(({ columns }) => (count += columns.count) - columns.count)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(ROOM * count + 1))).fill(FREE)
    let entry = 0
    for (const { columns, ids } of chunks)
      for (let n = 0; n < columns.count; n++) this.#slots[this.#slotOf(ids, n)] = entry++
  }

  find(id: Buffer): number | undefined {
    const entry = this.#slots[this.#slotOf(id, 0)]!
    return entry === FREE ? undefined : entry
  }

  /** Where the n-th of some ids is, or would be. */
  #slotOf(ids: Buffer, n: number): number {
    const last = this.#slots.length - 1
    // An id of ours ends in what is random.
    const hash = ids.readInt32LE((n + 1) * ID_BYTES - 4)
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const entry = this.#slots[slot]!
      if (entry === FREE || this.#isAt(entry, ids, n)) return slot
    }
  }

  #isAt(entry: number, ids: Buffer, n: number): boolean {
    let c = 0
    for (let end = this.#starts.length; end - c > 1;) {
      const middle = (c + end) >> 1
      if (this.#starts[middle]! <= entry) c = middle
      else end = middle
    }
    const there = this.#chunks[c]!.ids
    const from = (entry - this.#starts[c]!) * ID_BYTES
    return there.compare(ids, n * ID_BYTES, (n + 1) * ID_BYTES, from, from + ID_BYTES) === 0
  }
}
