import { createHash } from 'node:crypto'
import type { TaxSettings } from '@lotbook/contract'
import {
  balancesSoFar,
  calculateInSteps,
  chosenBorders,
  inOneStep,
  negativeBalances,
  placeOfEvent,
  SideLacking,
  stretchesOf,
  type BalancesSoFar,
  type CalculationSettings,
  type ChosenBorder,
  type ChunkPlace,
  type EventIds,
  type InputStretch,
  type Names,
  type NegativeBalance,
  type PackedJournal,
  type ResumableInput,
  type ResultTable,
  type Steps,
  type TextPart,
  type TextPlan,
} from '@lotbook/tax'
import { planAnew } from '../../platform/copy-out.ts'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { emptyRecentCalculation, type RecentCalculation } from '../keep/recent-calculation.ts'
import { assembledWork } from '../collect/assembled-work.ts'
import { findCheckpoint, type FoundCheckpoint } from '../keep/checkpoints.ts'
import { readJournal, type JournalRead } from '../collect/journal-work.ts'
import { packedJournal } from '../collect/packed-work.ts'
import { NO_STRETCHES, readStretches, type KeptStretches } from '../keep/input-stretches.ts'
import { freshPlaces, packsOnly, readChunks } from '../collect/projection.ts'

/** The start of the run is known already. */
type StepOptions = Omit<NonNullable<Parameters<typeof calculateInSteps>[2]>, 'from'>

/** The journal as input of a calculation that is kept: all of it, or what lies behind a checkpoint. */
export interface CollectedToKeep {
  readonly journalVersion: string
  readonly settings: TaxSettings
  /** The same as the engine takes them. */
  readonly engine: CalculationSettings
  /** Of the whole journal. */
  readonly transactions: number
  /** In steps of about a millisecond (`calculateInSteps`). */
  readonly calculateInSteps: (options: StepOptions) => Steps
  /** The text of the whole input, in parts. */
  readonly inputText: (plan: TextPlan) => Iterable<TextPart>
  /** Stretches of the input that can be written with the same blocks; none where the journal is not in columns. */
  readonly stretches: readonly InputStretch[]
  /** Those that stand in blocks already. */
  readonly keptStretches: KeptStretches
  readonly names: Names
  readonly eventIds: () => EventIds
  readonly negativeBalances: (warnings: ResultTable['warnings']) => NegativeBalance[]
  /** The checkpoint that the run resumes from. */
  readonly from: FoundCheckpoint | undefined
  /** Checkpoints that a later run may resume from, and what they depend on; none where the journal is not in columns. */
  readonly borders: readonly ChosenBorder[]
  readonly balancesAt: (warnings: ResultTable['warnings'], events: readonly number[]) => BalancesSoFar[]
  readonly resumable: ResumableInput | undefined
}

/** A resumed run went wrong and has to begin at the start. The cause says why. */
export class CannotGoOn extends Error {
  constructor(cause: unknown) {
    super('a calculation cannot go on from its checkpoint', { cause })
    this.name = 'CannotGoOn'
  }
}

export interface CollectOptions {
  /** Begin at the start even where there is a checkpoint. */
  readonly isWhole?: boolean
  /** Transactions of a chunk; tests have few transactions. */
  readonly chunk?: number
  /** Events of a stretch of the input's text, at least. */
  readonly stretch?: number
  readonly recent?: RecentCalculation
}

/**
 * The effective journal as a calculation takes it that is to be kept. Where nothing changed before a checkpoint of the newest one, only
 * what is behind it is read.
 */
export function collectToKeep(
  db: Database,
  { userId }: { readonly userId: string },
  onProgress: (done: number, total: number) => void,
  options: CollectOptions = {},
): Promise<CollectedToKeep> {
  return withSubject(db, self(userId), async (tx) => {
    await packsOnly(tx)
    const read = await readJournal(tx, userId)
    const { transactions: total } = read
    const places = await freshPlaces(tx, userId, read, (done) => onProgress(done, total), options.chunk)
    const inColumns =
      places === undefined ? undefined : await collectInColumns(tx, userId, read, places, options)
    if (inColumns !== undefined) {
      onProgress(total, total)
      return inColumns
    }
    await planAnew(tx)
    const { calculateTable, ...work } = await assembledWork(tx, userId, read, onProgress)
    return {
      ...headOf(read),
      ...work,
      calculateInSteps: (options) => inOneStep(() => calculateTable(options)),
      stretches: [],
      keptStretches: NO_STRETCHES,
      from: undefined,
      borders: [],
      balancesAt: () => [],
      resumable: undefined,
    }
  })
}

/** Of the platform: the lots that sales name can be many. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function headOf({ version, settings, engine }: JournalRead) {
  return { journalVersion: version, settings, engine }
}

/** From the latest checkpoint that holds, else from the start; undefined where only the way by objects does. */
async function collectInColumns(
  tx: Tx,
  userId: string,
  read: JournalRead,
  places: readonly ChunkPlace[],
  { isWhole = false, stretch, recent = emptyRecentCalculation() }: CollectOptions,
): Promise<CollectedToKeep | undefined> {
  const resumable = { ...read, places }
  const found = isWhole ? undefined : await latestCheckpoint(tx, userId, resumable, recent)
  if (found !== undefined) {
    const rest = await restBehind(tx, userId, read, places[found.chunks]!, found)
    if (rest !== undefined) return toKeep(read, resumable, rest, found, NO_STRETCHES, stretch)
  }
  const chunks = await readChunks(tx, userId)
  // A run that begins at the start because a resumed one went wrong takes nothing over.
  const kept = isWhole ? NO_STRETCHES : await readStretches(tx, userId)
  const whole = await packedJournal(tx, userId, read, chunks)
  return whole === undefined ? undefined : toKeep(read, resumable, whole, undefined, kept, stretch)
}

/** @throws CannotGoOn where it cannot be read. */
async function latestCheckpoint(
  tx: Tx,
  userId: string,
  resumable: ResumableInput,
  recent: RecentCalculation,
): Promise<FoundCheckpoint | undefined> {
  try {
    return await findCheckpoint(tx, userId, resumable, recent.checkpoints)
  } catch (error) {
    throw new CannotGoOn(error)
  }
}

/** The journal behind a checkpoint; undefined where it cannot be resumed from after all. */
async function restBehind(
  tx: Tx,
  userId: string,
  read: JournalRead,
  place: ChunkPlace,
  { kept }: FoundCheckpoint,
): Promise<PackedJournal | undefined> {
  try {
    return await packedJournal(tx, userId, read, await readChunks(tx, userId, place), kept)
  } catch (error) {
    // A new match, or fee and what it was paid for, reaches over the border: what is before it is no longer
    // what it was.
    if (error instanceof SideLacking) return undefined
    throw error
  }
}

function toKeep(
  read: JournalRead,
  resumable: ResumableInput,
  { input, names, eventIds }: PackedJournal,
  found: FoundCheckpoint | undefined,
  kept: KeptStretches,
  stretch: number | undefined,
): CollectedToKeep {
  const { engine } = read
  const { table } = input
  const from = found?.kept
  const transactions = placeOfEvent(table, table.count)
  const borders = chosenBorders(
    input.borders.map(({ chunk, event }) => ({
      event,
      place: placeOfEvent(table, event),
      chunks: chunk + (found?.chunks ?? 0),
    })),
    found?.ids.map(({ events }) => events) ?? [],
    transactions,
  )
  const chosen = new Set(borders.map(({ event }) => event))
  const stretches = stretchesOf(input, chosen, resumable, found?.chunks ?? 0, sha256, stretch)
  const toSay = stretches.map(({ event, key }) => ({ event, kept: kept.blocks.get(key) }))
  let ids: EventIds | undefined
  return {
    ...headOf(read),
    transactions,
    calculateInSteps: (options) => calculateInSteps(input, engine, { ...options, from: from?.engine }),
    inputText: (plan) => input.text({ ...plan, stretches: toSay }),
    stretches,
    keptStretches: kept,
    names,
    eventIds: () => (ids ??= eventIds()),
    negativeBalances: (warnings) => negativeBalances(table, engine, warnings, from?.balances),
    from: found,
    borders,
    balancesAt: (warnings, events) => balancesSoFar(table, warnings, events, from?.balances),
    resumable,
  }
}
