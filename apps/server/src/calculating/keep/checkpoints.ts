import { createHash } from 'node:crypto'
import {
  checkpointKey,
  haveSameKeys,
  readKeptCheckpoint,
  writeKeptCheckpoint,
  type KeptCheckpoint,
  type ResumableInput,
} from '@lotbook/tax'
import { eachRow } from '../../platform/copy-out.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { packFrame, unpackFrame } from '../../platform/zstd-frames.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'
import type { Recent } from '../../platform/recent.ts'

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

/**
 * The latest checkpoint of the newest calculation that still holds: nothing before it has changed, and settings and engine are the same.
 * A chunk that was packed anew has another id, and a transaction is packed anew when it, its value, its price or its match changes.
 */
export async function findCheckpoint(
  tx: Tx,
  userId: string,
  input: ResumableInput,
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
    if (chunks >= input.places.length || !key.equals(keyOf(input, chunks))) continue
    const kept = await readCheckpoint(tx, userId, id, recent)
    if (!haveSameKeys(kept.accounts, input.accounts)) continue
    return { kept, chunks, calculationId: newest, ids: rows.slice(0, n + 1) }
  }
  return undefined
}

function keyOf(input: ResumableInput, chunks: number): Buffer {
  return createHash('sha256').update(checkpointKey(input, chunks)).digest()
}

/** Keep a checkpoint. @returns its id. */
export async function keepCheckpoint(
  tx: Tx,
  userId: string,
  input: ResumableInput,
  chunks: number,
  kept: Omit<KeptCheckpoint, 'accounts'>,
  recent: Recent<KeptCheckpoint>,
): Promise<string> {
  const id = newId()
  const checkpoint = { ...kept, accounts: input.accounts }
  const packed = await pack(checkpoint)
  recent.set(id, checkpoint, SHRINKS_TO * AS_OBJECTS * packed.length)
  await tx.run(plannedOnce`
    insert into lot_checkpoints (user_id, id, events, chunks, key, packed)
    values (${userId}, ${id}, ${kept.engine.before}, ${chunks}, ${keyOf(input, chunks)}, ${packed})`)
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

const LENGTH_BYTES = 4
/** Its names and numbers take about so many times the bytes of their text. */
const AS_OBJECTS = 2
/** A frame is seldom less than this part of what it holds. */
const SHRINKS_TO = 4

async function pack(kept: KeptCheckpoint): Promise<Buffer> {
  const { head, columns } = writeKeptCheckpoint(kept)
  const text = Buffer.from(head)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(text.length)
  return packFrame(Buffer.concat([length, text, ...columns]))
}

function checkpointOf(bytes: Buffer): KeptCheckpoint {
  const end = LENGTH_BYTES + bytes.readUInt32BE()
  return readKeptCheckpoint(bytes.toString('utf8', LENGTH_BYTES, end), bytes.subarray(end))
}
