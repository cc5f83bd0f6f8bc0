import { canonicalJson } from '../bytes/canonical-json.ts'
import { firstEvent } from '../events/event-table.ts'
import type { PackedInput } from '../events/packed-input.ts'
import { ENGINE_VERSION } from '../manifest/versions.ts'
import { INPUT_ROWS } from '../schema/input-rows.ts'
import type { ResumableInput } from './kept-checkpoint.ts'

/** Raised whenever the text of an input comes to depend on something else. */
const VERSION = 1

/** Events of a stretch, at least: each is a block, and many small ones pack to more. */
const LEAST_EVENTS = 2_500

/** A part of an input from an event up to the next stretch or the end. */
export interface InputStretch {
  /** Place of its first event in the table. */
  readonly event: number
  /** SHA-256 of everything that its text depends on, as hex. */
  readonly key: string
}

/**
 * The stretches of an input: between borders of the packed journal that nothing reaches over, so that the text of each hangs on the
 * chunks in it, whose ids say that they are unchanged, on the lots that sales in it name and on what accounts are called. It does not hang
 * on the settings, which stand before it.
 *
 * @param chosen events that a stretch begins at in any case, for a checkpoint does.
 * @param before chunks of the journal that are not in the table.
 * @param hashOf SHA-256 in hex.
 */
export function stretchesOf(
  { table, borders }: Pick<PackedInput, 'table' | 'borders'>,
  chosen: ReadonlySet<number>,
  { places, accounts, picks }: Pick<ResumableInput, 'places' | 'accounts' | 'picks'>,
  before: number,
  hashOf: (text: string) => string,
  least = LEAST_EVENTS,
): InputStretch[] {
  const first = firstEvent(table)
  if (first === table.count) return []
  const begins = [{ chunk: 0, event: first }]
  for (const border of borders) {
    const events = border.event - begins.at(-1)!.event
    if (events >= least || (events > 0 && chosen.has(border.event))) begins.push(border)
  }
  const called = accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, key }) => [id, key])
  return begins.map(({ chunk, event }, n) => {
    const [start, end] = [before + chunk, before + (begins[n + 1]?.chunk ?? places.length - before)]
    const content = {
      versions: [VERSION, ENGINE_VERSION, INPUT_ROWS],
      // A comma stands before every event but the first.
      isFirst: start === 0,
      packed: places.slice(start, end).map(({ packed }) => packed),
      picks: picks
        .filter(({ at }) => at.getTime() >= places[start]!.at && at.getTime() < (places[end]?.at ?? Infinity))
        .map(({ transaction_id, lot, quantity }) => [transaction_id, lot, quantity]),
      accounts: called,
    }
    return { event, key: hashOf(canonicalJson(content)) }
  })
}
