import { firstEvent, holdsAllocation } from '../events/event-table.ts'
import type { FurtherFee } from '../events/further-fees.ts'
import type { PackedInput, PlacedMatch } from '../events/packed-input.ts'
import type { Checkpoint } from '../executing/checkpoint.ts'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { idAt } from './entry-ids.ts'
import type { EntryIndex } from './entry-index.ts'
import {
  accountIdByKey,
  idsOfEvents,
  required,
  type Accounts,
  type EventIds,
  type Names,
} from './event-ids.ts'
import { eventTableOfJournal } from './event-table-of-journal.ts'
import { lotsByEntry, type LotPick } from './lot-picks.ts'
import type { StoredChunk } from './stored-chunk.ts'

/** A checkpoint that a journal goes on from, with the ids of the transactions that it names. */
export interface NamedCheckpoint {
  readonly engine: Checkpoint
  /** The ids of its events, 16 bytes each. */
  readonly transactions: Uint8Array
  /** The ids of other transactions that its warnings and balances name, by the engine's name. */
  readonly ids: ReadonlyMap<string, string>
}

/** Chunks of a journal with everything beside them that the engine takes. */
export interface StoredJournal {
  readonly chunks: readonly StoredChunk[]
  /** An index of these chunks. */
  readonly entries: EntryIndex
  readonly matches: readonly PlacedMatch[]
  readonly fees: readonly FurtherFee<number>[]
  readonly picks: readonly LotPick[]
  readonly accounts: Accounts
  readonly settings: CalculationSettings
}

/** A journal in columns, whole or the rest of it, with the ids behind the engine's names. */
export interface PackedJournal {
  readonly input: PackedInput
  readonly names: Names
  readonly eventIds: () => EventIds
  /** The input under other settings, which may need finer units. */
  readonly under: (settings: CalculationSettings) => PackedInput
}

/**
 * Turns stored chunks into the input of the engine.
 *
 * @param from for the chunks behind a checkpoint: the checkpoint.
 * @returns undefined where only the way by objects does, and where the rest cannot go on from the checkpoint.
 */
export function packedJournalOf(
  { chunks, entries, matches, fees, picks, accounts, settings }: StoredJournal,
  from?: NamedCheckpoint,
): PackedJournal | undefined {
  const keys = new Map(accounts.map(({ id, key }) => [id, key]))
  const columns = chunks.map((chunk) => chunk.columns)
  const named = lotsByEntry(picks, entries)
  const keyOf = (id: string) => required(keys.get(id), `unknown account: ${id}`)
  const inputUnder = (other: CalculationSettings) =>
    eventTableOfJournal(columns, matches, other, keyOf, named, fees, from?.engine)
  const input = inputUnder(settings)
  if (input === undefined) return undefined
  const { table, entryOfEvent } = input
  const front = firstEvent(table)
  const inChunk = <Found>(entry: number, find: (chunk: StoredChunk, n: number) => Found): Found => {
    const c = entries.chunkOf(entry)
    return find(chunks[c]!, entries.placeIn(c, entry))
  }
  const idOfEvent = (event: number) =>
    event < front
      ? idAt(from!.transactions, event)
      : inChunk(entryOfEvent[event]!, ({ ids }, n) => idAt(ids, n))
  return {
    input,
    names: {
      transactionId(tx) {
        const event = table.eventOf(tx)
        const id = event === undefined ? from?.ids.get(tx) : idOfEvent(event)
        return required(id, `unknown transaction: ${tx}`)
      },
      accountId: accountIdByKey(accounts),
    },
    under: (other) =>
      holdsAllocation(table, other.safe_harbor ?? null)
        ? input
        : required(inputUnder(other), 'an allocation in units too small to count'),
    eventIds: () =>
      idsOfEvents(table.count, (e, put) => {
        if (e < front) put.transaction(from!.transactions, e)
        else
          inChunk(entryOfEvent[e]!, ({ ids, prices }, n) => {
            put.transaction(ids, n)
            put.mainPrice(prices, 2 * n)
            put.feePrice(prices, 2 * n + 1)
          })
      }),
  }
}
