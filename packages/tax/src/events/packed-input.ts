import type { InputTransaction } from '../schema/calculation-input.ts'
import type { EventTable } from './event-table.ts'
import type { TextPart, TextPlan } from '../bytes/text-parts.ts'

/** A departure and what it became, as positions in the journal. */
export interface PlacedMatch {
  readonly departure: number
  /** Further departures that arrived with it. */
  readonly others?: readonly number[]
  readonly arrivals: readonly number[]
}

/** Lots that entries name (R-LOT-4), by their position in the journal: each by the fingerprint of what acquired it. */
export type NamedLots = ReadonlyMap<number, NonNullable<InputTransaction['lots']>>

/** Everything in the chunks before one happens before an event, and nothing of theirs at it or after. */
export interface Border {
  readonly chunk: number
  readonly event: number
}

export interface PackedInput {
  readonly table: EventTable
  /** The entry that an event is shown under: of a transfer its departure. NONE of an event that is only named. */
  readonly entryOfEvent: Int32Array
  /** Borders where a later calculation may resume: first events of chunks that nothing reaches into from before. */
  readonly borders: readonly Border[]
  /** The canonical JSON of the input as rows in UTF-8, the same as of `inputOfJournal`, in parts, each of which holds until the next is asked for. */
  readonly text: (plan?: TextPlan) => Iterable<TextPart>
}
