import { jurisdictionOf } from '@lotbook/rules'
import { canonicalJson } from '../bytes/canonical-json.ts'
import type { KeptLists } from '../bytes/text-parts.ts'
import type { EffectsSoFar } from '../deciding/effects-of-unknowns.ts'
import type { Checkpoint } from '../executing/checkpoint.ts'
import type { BalancesSoFar } from '../executing/negative-balances.ts'
import { packCheckpoint, unpackCheckpoint } from '../executing/packed-checkpoint.ts'
import type { ChunkPlace } from '../journals/chunk-plan.ts'
import type { Accounts } from '../journals/event-ids.ts'
import type { LotPick } from '../journals/lot-picks.ts'
import { ENGINE_VERSION, INVARIANTS_VERSION, RULES_VERSION } from '../manifest/versions.ts'
import type { CalculationSettings } from '../schema/calculation-input.ts'

/** Raised with every change of what is kept of a checkpoint, or of what it must be held to. */
const VERSION = 4
/** Whole units in JSON. */
const UNITS = /^-?\d+n$/

/** Everything that a calculation of this customer has to know to go on from an event of the packed journal. */
export interface KeptCheckpoint {
  readonly engine: Checkpoint
  /** State of the check of the result (N16). */
  readonly check: Uint8Array
  readonly balances: BalancesSoFar
  readonly effects: EffectsSoFar
  /** The ids of the transactions that the engine's checkpoint names, 16 bytes each. */
  readonly transactions: Uint8Array
  /** The ids of other transactions that warnings and balances name, by the engine's name. */
  readonly ids: ReadonlyMap<string, string>
  /** The text of what is before it. */
  readonly blocks: KeptLists
  /** Names of the accounts at that time. */
  readonly accounts: Accounts
}

/** The parts of the journal as it is now that checkpoints depend on. */
export interface ResumableInput {
  readonly engine: CalculationSettings
  readonly accounts: Accounts
  readonly picks: readonly LotPick[]
  readonly places: readonly ChunkPlace[]
}

/**
 * The text whose hash has to be the same for a checkpoint to hold. Nothing behind the checkpoint is in it. The treatments are in it in
 * their order, because a checkpoint keeps their positions.
 *
 * @param chunks before it.
 */
export function checkpointKey(
  { engine, picks, places }: Pick<ResumableInput, 'engine' | 'picks' | 'places'>,
  chunks: number,
): string {
  const before = places[chunks]!.at
  return canonicalJson({
    versions: [VERSION, ENGINE_VERSION, RULES_VERSION, INVARIANTS_VERSION],
    treatments: jurisdictionOf(engine).treatments.map(({ type, subType, operation }) => [
      type,
      subType,
      operation,
    ]),
    engine,
    packed: places.slice(0, chunks).map(({ packed }) => packed),
    picks: picks
      .filter(({ at }) => at.getTime() < before)
      .map(({ transaction_id, lot, quantity }) => [transaction_id, lot, quantity]),
  })
}

/** Tells whether every account still has the key it had. New accounts do not matter to what was before them. */
export function haveSameKeys(then: Accounts, now: Accounts): boolean {
  const keys = new Map(now.map(({ id, key }) => [id, key]))
  return then.every(({ id, key }) => keys.get(id) === key)
}

/** The part that is kept as JSON in front of the columns. */
interface Head {
  readonly lengths: readonly number[]
  /** JSON of its own, for whole units stand in it as text. */
  readonly balances: string
  readonly effects: EffectsSoFar
  readonly ids: readonly (readonly [name: string, id: string])[]
  readonly blocks: KeptLists
  readonly accounts: Accounts
}

/** A checkpoint as it is kept: JSON, and columns behind it. */
export interface CheckpointText {
  readonly head: string
  readonly columns: readonly Uint8Array[]
}

/** Writes a checkpoint as it is kept. */
export function writeKeptCheckpoint(kept: KeptCheckpoint): CheckpointText {
  const columns = [packCheckpoint(kept.engine), kept.check, kept.transactions]
  const head: Head = {
    lengths: columns.map(({ length }) => length),
    balances: JSON.stringify(kept.balances, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    ),
    effects: kept.effects,
    ids: [...kept.ids],
    blocks: kept.blocks,
    accounts: kept.accounts,
  }
  return { head: JSON.stringify(head), columns }
}

/** Reads what `writeKeptCheckpoint` wrote. @param columns one after the other. */
export function readKeptCheckpoint(head: string, columns: Uint8Array): KeptCheckpoint {
  const { lengths, balances, ...rest } = JSON.parse(head) as Head
  let at = 0
  // Copies: columns of numbers lie where their kind must.
  const [engine, check, transactions] = lengths.map(
    (length) => new Uint8Array(columns.subarray(at, (at += length))),
  )
  return {
    ...rest,
    ids: new Map(rest.ids),
    balances: JSON.parse(balances, (_, value: unknown) =>
      typeof value === 'string' && UNITS.test(value) ? BigInt(value.slice(0, -1)) : value,
    ) as BalancesSoFar,
    engine: unpackCheckpoint(engine!),
    check: check!,
    transactions: transactions!,
  }
}
