import type { TaxSettings } from '@lotbook/contract'
import type { CalculationSettings } from '@lotbook/tax'
import { planAnew } from '../../platform/copy-out.ts'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { assembledWork } from './assembled-work.ts'
import { readJournal, type Work } from './journal-work.ts'
import { packedWork } from './packed-work.ts'

export interface Collected extends Work {
  readonly journalVersion: string
  readonly settings: TaxSettings
  /** The same as the engine takes them. */
  readonly engine: CalculationSettings
}

/**
 * The effective journal as the engine takes it, in source order, under names made of content: accounts by key,
 * transactions by fingerprint. The journal is held still while it is read, so the result refers to one version. It comes
 * as packed columns; what those do not hold (very large numbers, conversions by a ratio, and input that is refused) comes row
 * by row, to the same result.
 */
export function collectInput(
  db: Database,
  { userId }: { readonly userId: string },
  onProgress: (done: number, total: number) => void,
): Promise<Collected> {
  return withSubject(db, self(userId), (tx) => collectWithin(tx, userId, onProgress))
}

/** The same as a transaction sees it that may have changed the journal. */
export async function collectWithin(
  tx: Tx,
  userId: string,
  onProgress: (done: number, total: number) => void,
): Promise<Collected> {
  const read = await readJournal(tx, userId)
  const packed = await packedWork(tx, userId, read, onProgress)
  await planAnew(tx)
  const work = packed ?? (await assembledWork(tx, userId, read, onProgress))
  return { ...work, journalVersion: read.version, settings: read.settings, engine: read.engine }
}
