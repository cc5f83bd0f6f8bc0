import { setImmediate as breathe } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { FileReading, ReadOutcome, SourceTransaction } from '@lotbook/sources'
import { eventIdentity } from '@lotbook/sources/read-files'

/** A reading without its transactions. */
export type ReadingSummary = Omit<ReadOutcome, 'transactions'>

/** A reading whose transactions are packed, so that nobody holds them all unpacked and none of them blocks an event loop. */
export interface PackedReading extends ReadingSummary {
  /** Number of events of the transactions when all are of one account, and then no event is in two pieces; else null. */
  readonly events: number | null
  /** Transactions as compressed JSON, some to a piece. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
}

/** The outcome of reading a file. */
export type PackedFileReading = PackedReading | Exclude<FileReading, ReadOutcome>

/** Transactions of one piece: few enough that unpacking one takes a few milliseconds. */
const READS_TOGETHER = 250
/** No piece is longer unpacked than the longest file, however it is packed. */
const MOST_PIECE_BYTES = 256 * 1024 * 1024
const QUICK = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Pack the transactions of a reading. */
export function packReading(reading: FileReading): PackedFileReading {
  if (reading.outcome !== 'read') return reading
  const { transactions, ...summary } = reading
  // Two names of an account may be one account, so its events are known only once accounts are.
  if (transactions.some(({ account }) => account !== null))
    return { ...summary, events: null, pieces: [...inPieces([transactions])] }
  return { ...summary, ...packEvents(transactions) }
}

/** Pack transactions that are all of one account; no event is in two pieces. */
export function packEvents(
  transactions: readonly SourceTransaction[],
): Pick<PackedReading, 'pieces'> & { readonly events: number } {
  const events = Map.groupBy(transactions, eventIdentity)
  return { events: events.size, pieces: [...inPieces(events.values())] }
}

function* inPieces(events: Iterable<readonly SourceTransaction[]>): Generator<Uint8Array<ArrayBuffer>> {
  let piece: SourceTransaction[] = []
  for (const event of events) {
    for (const read of event) piece.push(read)
    if (piece.length < READS_TOGETHER) continue
    yield compressed(piece)
    piece = []
  }
  if (piece.length > 0) yield compressed(piece)
}

/** In memory of its own, which can be handed to a thread. */
function compressed(reads: readonly SourceTransaction[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zstdCompressSync(JSON.stringify(reads), QUICK))
}

/** The reading with its transactions. Others get their turn between the pieces. */
export async function unpacked(reading: PackedReading): Promise<ReadOutcome> {
  const { pieces, events: _, ...summary } = reading
  const transactions: SourceTransaction[] = []
  for await (const reads of readsOf(pieces)) {
    for (const read of reads) transactions.push(read)
  }
  return { ...summary, transactions }
}

/** The transactions of each piece. Others get their turn between the pieces. */
export async function* readsOf(pieces: PackedReading['pieces']): AsyncGenerator<SourceTransaction[]> {
  for (const piece of pieces) {
    const text = await decompress(piece, { maxOutputLength: MOST_PIECE_BYTES })
    yield JSON.parse(text.toString('utf8')) as SourceTransaction[]
    await breathe()
  }
}

const decompress = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(zstdDecompress)
