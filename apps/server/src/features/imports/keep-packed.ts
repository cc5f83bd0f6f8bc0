import type { ReadAs } from '@lotbook/contract'
import type { Database } from '../../platform/database.ts'
import { type Fence, FenceLost } from '../../platform/fence.ts'
import { keepReading, type Purpose } from '../../journal/laying/keep-reading.ts'
import { type PackedSummary, type Piece, unpacked } from '../../journal/reading/packed-reading.ts'
import { PiecesBrokeOff } from './pieces-to-thread.ts'

/** A reading to be kept, without its pieces. */
export interface KeepTask {
  readonly fence: Fence
  readonly purpose: Purpose
  readonly reading: PackedSummary
  readonly readAs: readonly ReadAs[]
}

/**
 * `not-storable`: it holds a value that the database refuses; `broke-off`: its pieces, in a thread, ended before the last. Nothing of it was
 * taken in then.
 */
export type KeepAnswer = 'kept' | 'fence-lost' | 'not-storable' | 'broke-off'

/** Put a reading into the journal. What else goes wrong is thrown, and worth trying again. */
export async function keepPacked(
  db: Database,
  { fence, purpose, reading: summary, readAs }: KeepTask,
  packed: AsyncIterable<Piece>,
): Promise<KeepAnswer> {
  try {
    const { events } = summary
    const reading = { ...summary, packed }
    const toWrite = events === null ? await unpacked(reading) : { ...reading, events }
    await keepReading(db, fence, purpose, { reading: toWrite, readAs })
    return 'kept'
  } catch (error) {
    if (error instanceof FenceLost) return 'fence-lost'
    if (error instanceof PiecesBrokeOff) return 'broke-off'
    if (isOfTheData(error)) return 'not-storable'
    throw error
  }
}

/** The database refused a value (data exceptions, broken constraints): trying again changes nothing. */
function isOfTheData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]/.test(code)
}
