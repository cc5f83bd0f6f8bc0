import { createHash } from 'node:crypto'
import { canonicalJson, ENGINE_VERSION, firstEvent, INPUT_ROWS, type PackedInput } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'
import type { CheckpointInput } from './checkpoints.ts'
import type { KeptText } from './keep-text.ts'
import { readBlocks, type BlocksRead } from './text-blocks.ts'

/** Raised with every change of what the text of an input hangs on. */
const VERSION = 1

/** Events of a stretch, at least: each is a block, and many small ones pack to more. */
const LEAST_EVENTS = 2_500

/** A part of an input from an event up to the next stretch or the end. */
export interface InputStretch {
  /** Place of its first event in the table. */
  readonly event: number
  /** SHA-256 of all that its text hangs on, as hex. */
  readonly key: string
}

/** Stretches whose text is kept: the ids of its blocks by their keys, and the blocks. */
export interface KeptStretches {
  readonly blocks: ReadonlyMap<string, readonly string[]>
  readonly here: BlocksRead
}

export const NO_STRETCHES: KeptStretches = { blocks: new Map(), here: new Map() }

/**
 * The stretches of an input: between borders of the packed journal that nothing reaches over, so that the text of each hangs on the
 * chunks in it, whose ids say that they are unchanged, on the lots that sales in it name and on what accounts are called. It does not hang
 * on the settings, which stand before it.
 *
 * @param chosen events that a stretch begins at in any case, for a checkpoint does.
 * @param before chunks of the journal that are not in the table.
 */
export function stretchesOf(
  { table, borders }: Pick<PackedInput, 'table' | 'borders'>,
  chosen: ReadonlySet<number>,
  { places, accounts, picks }: CheckpointInput,
  before: number,
  least = LEAST_EVENTS,
): InputStretch[] {
  const first = firstEvent(table)
  if (first === table.count) return []
  const begins = [{ chunk: 0, event: first }]
  for (const border of borders) {
    const events = border.event - begins.at(-1)!.event
    if (events >= least || (events > 0 && chosen.has(border.event))) begins.push(border)
  }
  const called = accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, key }) => [id, key])
  return begins.map(({ chunk, event }, n) => {
    const [start, end] = [before + chunk, before + (begins[n + 1]?.chunk ?? places.length - before)]
    const said = {
      versions: [VERSION, ENGINE_VERSION, INPUT_ROWS],
      // A comma stands before every event but the first.
      isFirst: start === 0,
      packed: places.slice(start, end).map(({ packed }) => packed),
      picks: picks
        .filter(({ at }) => at.getTime() >= places[start]!.at && at.getTime() < (places[end]?.at ?? Infinity))
        .map(({ transaction_id, lot, quantity }) => [transaction_id, lot, quantity]),
      accounts: called,
    }
    return { event, key: createHash('sha256').update(canonicalJson(said)).digest('hex') }
  })
}

/** All stretches that are kept, with their blocks: read before the rows of a result are written, in one go. */
export async function readStretches(tx: Tx, userId: string): Promise<KeptStretches> {
  const rows = await tx.all<{ key: string; blocks: string[] }>(sql`
    select encode(key, 'hex') as key, blocks from input_stretches where user_id = ${userId}`)
  const here = await readBlocks(
    tx,
    userId,
    rows.flatMap(({ blocks }) => blocks),
  )
  return { blocks: new Map(rows.map(({ key, blocks }) => [key, blocks])), here }
}

/**
 * Keep where the stretches of an input are.
 *
 * @param isWhole of a whole journal: there are no others any more.
 */
export async function keepStretches(
  tx: Tx,
  userId: string,
  stretches: readonly InputStretch[],
  { stretches: blocks }: Pick<KeptText, 'stretches'>,
  isWhole: boolean,
): Promise<void> {
  const rows = stretches.map(({ event, key }) => ({ key, blocks: blocks.get(event) ?? [] }))
  if (isWhole)
    await tx.run(sql`
      delete from input_stretches where user_id = ${userId}
      and not encode(key, 'hex') = any (${rows.map(({ key }) => key)}::text[])`)
  await tx.run(plannedOnce`
    insert into input_stretches (user_id, key, blocks)
    select ${userId}, decode(key, 'hex'), blocks
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, blocks uuid[])
    on conflict (user_id, key) do nothing`)
}
