import type { InputStretch } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'
import type { KeptText } from './keep-text.ts'
import { readBlocks, type BlocksRead } from './text-blocks.ts'

/** Stretches whose text is kept: the ids of its blocks by their keys, and the blocks. */
export interface KeptStretches {
  readonly blocks: ReadonlyMap<string, readonly string[]>
  readonly here: BlocksRead
}

export const NO_STRETCHES: KeptStretches = { blocks: new Map(), here: new Map() }

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
