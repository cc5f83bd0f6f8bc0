import { createHash } from 'node:crypto'
import {
  canonicalJson,
  ENGINE_VERSION,
  INVARIANTS_VERSION,
  packCheckpoint,
  RULES_VERSION,
  unpackCheckpoint,
  type Accounts,
  type BalancesSoFar,
  type ChunkPlace,
  type Checkpoint,
  type KeptLists,
} from '@lotbook/tax'
import { eachRow } from '../../platform/copy-out.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { packFrame, unpackFrame } from '../../platform/zstd-frames.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'
import type { Recent } from '../../platform/recent.ts'
import type { EffectsSoFar } from '../collect/effects-of-unknowns.ts'
import type { JournalRead } from '../collect/journal-work.ts'

/** Raised with every change of what is kept of a checkpoint, or of what it must be held to. */
const VERSION = 4

/** All that a calculation of this customer has to know to go on from an event of the packed journal. */
export interface KeptCheckpoint {
  readonly engine: Checkpoint
  /** State of the check of the result (N16). */
  readonly check: Uint8Array
  readonly balances: BalancesSoFar
  readonly effects: EffectsSoFar
  /** The ids of the transactions that the engine's checkpoint names, 16 bytes each. */
  readonly transactions: Uint8Array
  /** Those of other transactions that are still spoken of, by the name that the engine gives them. */
  readonly ids: ReadonlyMap<string, string>
  /** The text of what is before it. */
  readonly blocks: KeptLists
  /** Names of the accounts at that time. */
  readonly accounts: Accounts
}

/** A checkpoint that holds, and what a calculation that goes on from it takes over. */
export interface FoundCheckpoint {
  readonly kept: KeptCheckpoint
  /** Chunks of the packed journal before it. */
  readonly chunks: number
  /** The calculation whose rows are its own up to there. */
  readonly calculationId: string
  /** It, and those before it. */
  readonly ids: readonly { readonly id: string; readonly events: number }[]
}

/** The parts of the journal as it is now that checkpoints depend on. */
export type CheckpointInput = Pick<JournalRead, 'engine' | 'accounts' | 'picks'> & {
  readonly places: readonly ChunkPlace[]
}

/**
 * The latest checkpoint of the newest calculation that still holds: nothing before it has changed, and settings and engine are the same.
 * A chunk that was packed anew has another id, and a transaction is packed anew when it, its value, its price or its match changes.
 */
export async function findCheckpoint(
  tx: Tx,
  userId: string,
  checkpointInput: CheckpointInput,
  recent: Recent<KeptCheckpoint>,
): Promise<FoundCheckpoint | undefined> {
  const rows = await tx.all<{
    newest: string
    id: string
    events: number
    chunks: number
    key: Buffer
  }>(plannedOnce`
    select c.id as newest, k.id, k.events, k.chunks, k.key from (
      select id, checkpoints from calculations where user_id = ${userId} and state = 'done'
      order by finished_at desc, id desc limit 1
    ) c join lot_checkpoints k on k.user_id = ${userId} and k.id = any (c.checkpoints) order by k.events`)
  for (const [n, { newest, id, chunks, key }] of [...rows.entries()].reverse()) {
    if (chunks >= checkpointInput.places.length || !key.equals(keyOf(checkpointInput, chunks))) continue
    const kept = await readCheckpoint(tx, userId, id, recent)
    if (!areCalledTheSame(kept.accounts, checkpointInput.accounts)) continue
    return { kept, chunks, calculationId: newest, ids: rows.slice(0, n + 1) }
  }
  return undefined
}

/** SHA-256 of all that has to be the same for a checkpoint to hold. What comes behind it does not matter. */
function keyOf({ engine, picks, places }: CheckpointInput, chunks: number): Buffer {
  const before = places[chunks]!.at
  const content = {
    versions: [VERSION, ENGINE_VERSION, RULES_VERSION, INVARIANTS_VERSION],
    engine,
    packed: places.slice(0, chunks).map(({ packed }) => packed),
    picks: picks
      .filter(({ at }) => at.getTime() < before)
      .map(({ transaction_id, lot, quantity }) => [transaction_id, lot, quantity]),
  }
  return createHash('sha256').update(canonicalJson(content)).digest()
}

/** New accounts do not matter to what was before them. */
function areCalledTheSame(then: Accounts, now: Accounts): boolean {
  const keys = new Map(now.map(({ id, key }) => [id, key]))
  return then.every(({ id, key }) => keys.get(id) === key)
}

/** Keep a checkpoint. @returns its id. */
export async function keepCheckpoint(
  tx: Tx,
  userId: string,
  checkpointInput: CheckpointInput,
  chunks: number,
  kept: Omit<KeptCheckpoint, 'accounts'>,
  recent: Recent<KeptCheckpoint>,
): Promise<string> {
  const id = newId()
  const checkpoint = { ...kept, accounts: checkpointInput.accounts }
  const packed = await pack(checkpoint)
  recent.set(id, checkpoint, SHRINKS_TO * AS_OBJECTS * packed.length)
  await tx.run(plannedOnce`
    insert into lot_checkpoints (user_id, id, events, chunks, key, packed)
    values (${userId}, ${id}, ${kept.engine.before}, ${chunks}, ${keyOf(checkpointInput, chunks)}, ${packed})`)
  return id
}

/** A calculation has those that hold for it; nobody asks for any other. */
export async function dropCheckpointsBut(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  await tx.run(plannedOnce`delete from lot_checkpoints where user_id = ${userId} and not id = any (${ids})`)
}

async function readCheckpoint(
  tx: Tx,
  userId: string,
  id: string,
  recent: Recent<KeptCheckpoint>,
): Promise<KeptCheckpoint> {
  const found = recent.get(id)
  if (found !== undefined) return found
  const bytes = await readBytes(tx, userId, id)
  const checkpoint = checkpointOf(bytes)
  recent.set(id, checkpoint, AS_OBJECTS * bytes.length)
  return checkpoint
}

async function readBytes(tx: Tx, userId: string, id: string): Promise<Buffer> {
  let packed: Buffer | undefined
  await eachRow(
    tx,
    sql`select packed from lot_checkpoints where user_id = ${userId} and id = ${id}`,
    ([bytes]) => (packed = bytes && Buffer.from(bytes)),
  )
  if (packed === undefined) throw new Error(`a checkpoint is gone: ${id}`)
  return unpackFrame(packed, SHRINKS_TO * packed.length)
}

/** The part that is kept as JSON in front of the bytes. */
interface Head {
  readonly lengths: readonly number[]
  /** JSON of its own, for whole units stand in it as text. */
  readonly balances: string
  readonly effects: EffectsSoFar
  readonly ids: readonly (readonly [name: string, id: string])[]
  readonly blocks: KeptLists
  readonly accounts: Accounts
}

const LENGTH_BYTES = 4
/** Whole units as JSON has them. */
const UNITS = /^-?\d+n$/

/** Its names and numbers take about so many times the bytes of their text. */
const AS_OBJECTS = 2
/** A frame is seldom less than this part of what it holds. */
const SHRINKS_TO = 4

async function pack(kept: KeptCheckpoint): Promise<Buffer> {
  const parts = [packCheckpoint(kept.engine), kept.check, kept.transactions]
  const head: Head = {
    lengths: parts.map(({ length }) => length),
    balances: JSON.stringify(kept.balances, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    ),
    effects: kept.effects,
    ids: [...kept.ids],
    blocks: kept.blocks,
    accounts: kept.accounts,
  }
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(text.length)
  return packFrame(Buffer.concat([length, text, ...parts]))
}

function checkpointOf(bytes: Buffer): KeptCheckpoint {
  let at = LENGTH_BYTES + bytes.readUInt32BE()
  const { lengths, balances, ...head } = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, at)) as Head
  // Copies: columns of numbers lie where their kind must.
  const [engine, check, transactions] = lengths.map(
    (length) => new Uint8Array(bytes.subarray(at, (at += length))),
  )
  return {
    ...head,
    ids: new Map(head.ids),
    balances: JSON.parse(balances, (_, value: unknown) =>
      typeof value === 'string' && UNITS.test(value) ? BigInt(value.slice(0, -1)) : value,
    ) as BalancesSoFar,
    engine: unpackCheckpoint(engine!),
    check: check!,
    transactions: transactions!,
  }
}
