import { setImmediate as breathe } from 'node:timers/promises'
import { eventIdentity, type FileReading, type ReadOutcome, type ReadRow } from '@lotbook/sources'

/** A reading but for its transactions. */
export type ReadingSummary = Omit<ReadOutcome, 'transactions'>

/** Transactions as they came from the reading process: JSON, some to a piece, in memory that is handed to a thread without being copied. */
export type Piece = Uint8Array<SharedArrayBuffer>

/** A reading whose transactions are still to come. */
export interface PackedSummary extends ReadingSummary {
  /** How many events they tell of, where all of one account; then none is in two pieces. */
  readonly events: number | null
}

/** A reading with its transactions, which can be taken once. They come while they are packed, and break off where the reading process does. */
export interface PackedReading extends PackedSummary {
  readonly packed: AsyncIterable<Piece>
}

/** What reading a file comes to. */
export type PackedFileReading = PackedReading | Exclude<FileReading, ReadOutcome>

/** Transactions of one piece: few enough that nobody holds a whole file twice. */
const READS_TOGETHER = 100

/** Transactions piece by piece, and how many events they are where they can be told apart without knowing more (`PackedSummary`). */
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
    if (piece.length < READS_TOGETHER) continue
    yield JSON.stringify(piece)
    piece = []
  }
  if (piece.length > 0) yield JSON.stringify(piece)
}

/** The reading itself. Others get their turn between the pieces. */
export async function unpacked(reading: PackedReading): Promise<ReadOutcome> {
  const { packed: pieces, events: _, ...summary } = reading
  const transactions: ReadRow[] = []
  for await (const piece of pieces) {
    for (const read of readsOf(piece)) transactions.push(read)
    await breathe()
  }
  return { ...summary, transactions }
}

/** The transactions of a piece. */
export function readsOf(piece: Piece): ReadRow[] {
  return JSON.parse(Buffer.from(piece.buffer).toString()) as ReadRow[]
}
