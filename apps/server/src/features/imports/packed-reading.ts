import { setImmediate as breathe } from 'node:timers/promises'
import type { FileReading, ReadOutcome, ReadRow } from '@lotbook/sources'

/**
 * A reading with its transactions as they came from the reading process: JSON, a hundred to a piece, in memory that is handed
 * to a thread without being copied.
 */
export interface PackedReading extends Omit<ReadOutcome, 'transactions'> {
  readonly packed: readonly Uint8Array<SharedArrayBuffer>[]
}

/** What reading a file comes to. */
export type PackedFileReading = PackedReading | Exclude<FileReading, ReadOutcome>

/** Transactions of one piece: few enough that nobody holds a whole file twice. */
const PIECE = 100

/** Transactions piece by piece. */
export function* packed(transactions: readonly ReadRow[]): Generator<string> {
  for (let from = 0; from < transactions.length; from += PIECE)
    yield JSON.stringify(transactions.slice(from, from + PIECE))
}

/** The reading itself. Others get their turn between the pieces. */
export async function unpacked({ packed: pieces, ...reading }: PackedReading): Promise<ReadOutcome> {
  const transactions: ReadRow[] = []
  for (const piece of pieces) {
    transactions.push(...(JSON.parse(Buffer.from(piece.buffer).toString()) as ReadRow[]))
    await breathe()
  }
  return { ...reading, transactions }
}
