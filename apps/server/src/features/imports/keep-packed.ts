import type { ReadAs } from '@lotbook/contract'
import { keepReading, type Purpose } from '../../journal/laying/keep-reading.ts'
import { type PackedReading, unpacked } from '../../journal/reading/packed-reading.ts'
import type { Database } from '../../platform/database.ts'
import { type Fence, FenceLost } from '../../platform/fence.ts'

/** A reading to put into the journal, and the import it belongs to. */
export interface KeepTask {
  readonly fence: Fence
  readonly purpose: Purpose
  readonly reading: PackedReading
  readonly readAs: readonly ReadAs[]
}

/** `not-storable`: the reading holds a value that the database refuses, and nothing of it was taken in. */
export type KeepAnswer = 'kept' | 'fence-lost' | 'not-storable'

/** Put a reading into the journal. Any other fault is thrown, and worth trying again. */
export async function keepPacked(
  db: Database,
  { fence, purpose, reading, readAs }: KeepTask,
): Promise<KeepAnswer> {
  try {
    const { events } = reading
    const toWrite = events === null ? await unpacked(reading) : { ...reading, events }
    await keepReading(db, fence, purpose, { reading: toWrite, readAs })
    return 'kept'
  } catch (error) {
    if (error instanceof FenceLost) return 'fence-lost'
    if (isOfTheData(error)) return 'not-storable'
    throw error
  }
}

/** The database refused a value (data exceptions, broken constraints): trying again changes nothing. */
function isOfTheData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]/.test(code)
}
