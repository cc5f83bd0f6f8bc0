import {
  bytesOfParts,
  calculatePacked,
  EntryIndex,
  packedJournalOf,
  placedFees,
  resultOfTable,
  type NamedCheckpoint,
  type PackedJournal,
  type StoredChunk,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { furtherFees } from './further-fees.ts'
import { workOnEvents, type JournalRead, type Work } from './journal-work.ts'
import { placedMatches } from './placed-matches.ts'
import { readProjection } from './projection.ts'

/**
 * Reads the matches and fees of chunks, and hands all of it to the engine.
 *
 * @param from for the chunks behind a checkpoint: the checkpoint.
 * @returns undefined where only the way by objects does, and where the rest cannot go on from there.
 */
export async function packedJournal(
  tx: Tx,
  userId: string,
  { picks, engine, accounts }: Pick<JournalRead, 'picks' | 'engine' | 'accounts'>,
  chunks: readonly StoredChunk[],
  from?: NamedCheckpoint,
): Promise<PackedJournal | undefined> {
  const entries = new EntryIndex(chunks)
  const since = from === undefined ? undefined : chunks[0]!.columns.at[0]!
  const matches = await placedMatches(tx, userId, entries, since)
  const fees = placedFees(await furtherFees(tx, userId, since), entries)
  return packedJournalOf({ chunks, entries, matches, fees, picks, accounts, settings: engine }, from)
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
    ...workOnEvents(() => table, engine),
    inputText: () => bytesOfParts(input.text()),
    names,
    eventIds,
  }
}
