import { setImmediate as breathe } from 'node:timers/promises'
import { eventIdentity, type FileReading, type ReadOutcome, type ReadRow } from '@lotbook/sources'

/** A reading but for its transactions. */
export type ReadingSummary = Omit<ReadOutcome, 'transactions'>

/**
 * A reading with its transactions as they came from the reading process: JSON, some to a piece, in memory that is handed to a thread
 * without being copied.
 */
export interface PackedReading extends ReadingSummary {
  readonly packed: readonly Uint8Array<SharedArrayBuffer>[]
  /** How many events they tell of, where all of one account; then none is in two pieces. */
  readonly events: number | null
}

/** What reading a file comes to. */
export type PackedFileReading = PackedReading | Exclude<FileReading, ReadOutcome>

/** Transactions of one piece: few enough that nobody holds a whole file twice. */
const PIECE = 100

/** Transactions piece by piece, and how many events they are where they can be told apart without knowing more (`PackedReading`). */
export function packed(transactions: readonly ReadRow[]): {
  events: number | null
  pieces: Iterable<string>
} {
  // Two names of an account may be one account.
  if (transactions.some(({ account }) => account !== null))
    return { events: null, pieces: inPieces([transactions]) }
  const events = Map.groupBy(transactions, eventIdentity)
  return { events: events.size, pieces: inPieces(events.values()) }
}

function* inPieces(events: Iterable<readonly ReadRow[]>): Generator<string> {
  let piece: ReadRow[] = []
  for (const event of events) {
    for (const read of event) piece.push(read)
    if (piece.length < PIECE) continue
    yield JSON.stringify(piece)
    piece = []
  }
  if (piece.length > 0) yield JSON.stringify(piece)
}

/** The reading itself. Others get their turn between the pieces. */
export async function unpacked(reading: PackedReading): Promise<ReadOutcome> {
  const { packed: pieces, events: _, ...summary } = reading
  const transactions: ReadRow[] = []
  for (const piece of pieces) {
    for (const read of readsOf(piece)) transactions.push(read)
    await breathe()
  }
  return { ...summary, transactions }
}

/** The transactions of a piece. */
export function readsOf(piece: Uint8Array<SharedArrayBuffer>): ReadRow[] {
  return JSON.parse(Buffer.from(piece.buffer).toString()) as ReadRow[]
}
