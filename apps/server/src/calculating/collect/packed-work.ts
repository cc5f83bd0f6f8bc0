import {
  bytesOfParts,
  calculatePacked,
  eventTableOfJournal,
  exchangedOneForOne,
  firstEvent,
  holdsAllocation,
  negativeBalances,
  piecesBefore,
  positionAtSwitch,
  resultOfTable,
  rowsConcerned,
  type CalculationSettings,
  type Checkpoint,
  type InputTransaction,
  type NamedLots,
  type PackedInput,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { EntryIndex } from './entry-index.ts'
import { placedFees } from './further-fees.ts'
import {
  accountIdOf,
  idsOfEvents,
  lotNamed,
  picksByTransaction,
  raise,
  type EventIds,
  type JournalRead,
  type LotPick,
  type Names,
  type Work,
} from './journal-work.ts'
import { placedMatches } from './placed-matches.ts'
import { bytesOf, idAt, readProjection, type StoredChunk } from './projection.ts'

/** Maps each account's short index to its id; a resumed run writes it ahead of its first chunk. */
export interface NamedBefore {
  readonly engine: Checkpoint
  /** The ids of the transactions that the checkpoint names. */
  readonly transactions: Uint8Array
  /** Those of others that are still spoken of. */
  readonly ids: ReadonlyMap<string, string>
}

/** A journal in columns, whole or the rest of it, with what the engine's names stand for. */
export interface PackedJournal {
  readonly input: PackedInput
  readonly names: Names
  readonly eventIds: () => EventIds
  /** The same under other settings, which may need finer units. */
  readonly under: (settings: CalculationSettings) => PackedInput
}

/**
 * Chunks as the engine takes them.
 *
 * @param from of the chunks behind a checkpoint: what they go on from.
 * @returns undefined where only the way by objects does, and where the rest cannot go on from there.
 */
export async function packedJournal(
  tx: Tx,
  userId: string,
  { picks, engine, accounts }: Pick<JournalRead, 'picks' | 'engine' | 'accounts'>,
  chunks: readonly StoredChunk[],
  from?: NamedBefore,
): Promise<PackedJournal | undefined> {
  const keys = new Map(accounts.map(({ id, key }) => [id, key]))
  const columns = chunks.map((chunk) => chunk.columns)
  const entries = new EntryIndex(chunks)
  const since = from === undefined ? undefined : columns[0]!.at[0]!
  const matches = await placedMatches(tx, userId, entries, since)
  const fees = await placedFees(tx, userId, entries, since)
  const named = lotsNamed(picks, entries)
  const keyOf = (id: string) => keys.get(id) ?? raise(`unknown account: ${id}`)
  const inputUnder = (settings: CalculationSettings) =>
    eventTableOfJournal(columns, matches, settings, keyOf, named, fees, from?.engine)
  const input = inputUnder(engine)
  if (input === undefined) return undefined
  const { table, entryOfEvent } = input
  const front = firstEvent(table)
  const starts = startsOf(chunks)
  const inChunk = <Found>(entry: number, find: (chunk: StoredChunk, n: number) => Found): Found => {
    const c = entries.chunkOf(entry)
    return find(chunks[c]!, entry - starts[c]!)
  }
  const before = from === undefined ? undefined : Buffer.from(from.transactions)
  const transactionId = (tx: string): string => {
    const event = table.eventOf(tx)
    const id =
      event === undefined
        ? from?.ids.get(tx)
        : event < front
          ? idAt(before!, event)
          : inChunk(entryOfEvent[event]!, ({ ids }, n) => idAt(ids, n))
    return id ?? raise(`unknown transaction: ${tx}`)
  }
  return {
    input,
    names: { transactionId, accountId: accountIdOf(accounts) },
    under: (settings) =>
      holdsAllocation(table, settings.safe_harbor ?? null)
        ? input
        : (inputUnder(settings) ?? raise('an allocation in units too small to count')),
    eventIds: () =>
      idsOfEvents(table.count, (e, put) => {
        if (e < front) put.transaction(before!, e)
        else
          inChunk(entryOfEvent[e]!, ({ ids, prices }, n) => {
            put.transaction(ids, n)
            put.mainPrice(prices, 2 * n)
            put.feePrice(prices, 2 * n + 1)
          })
      }),
  }
}

/** The work on packed columns; undefined where only the way by objects does. */
export async function packedWork(
  tx: Tx,
  userId: string,
  read: JournalRead,
  onProgress: (done: number, total: number) => void,
): Promise<Work | undefined> {
  const { transactions: total, engine } = read
  const chunks = await readProjection(tx, userId, read, (done) => onProgress(done, total))
  if (chunks === undefined) return undefined
  onProgress(total, total)
  const packed = await packedJournal(tx, userId, read, chunks)
  if (packed === undefined) return undefined
  const { input, names, eventIds, under } = packed
  const { table } = input
  return {
    transactions: table.count,
    calculateTable: (options) => calculatePacked(input, engine, options),
    calculate: (options, other = engine) => resultOfTable(calculatePacked(under(other), other, options)),
    position: () => positionAtSwitch(table, engine),
    piecesBefore: (event) => piecesBefore(table, engine, event),
    negativeBalances: (warnings) => negativeBalances(table, engine, warnings),
    rowsConcerned: () => rowsConcerned(table, engine),
    exchangedOneForOne: () => exchangedOneForOne(table, engine),
    inputText: () => bytesOfParts(input.text()),
    names,
    eventIds,
  }
}

/** Lots by the position of the entry that names them; one that is ignored or gone names none. */
function lotsNamed(picks: readonly LotPick[], entries: EntryIndex): NamedLots {
  const named = new Map<number, NonNullable<InputTransaction['lots']>>()
  for (const [id, own] of picksByTransaction(picks)) {
    const entry = entries.find(bytesOf(id))
    if (entry !== undefined) named.set(entry, own.map(lotNamed))
  }
  return named
}

function startsOf(chunks: readonly StoredChunk[]): number[] {
  let start = 0
  return chunks.map(({ columns }) => (start += columns.count) - columns.count)
}
