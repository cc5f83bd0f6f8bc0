import { storedRecord, type CalculationRecord } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { readBlocks, textOfBlocks, unpackBlock } from './text-blocks.ts'

const LENGTH_BYTES = 4

export type TextName = 'input' | 'result'

/** The place of a text of a calculation: its blocks, or one value, as texts were kept before there were blocks. */
type Place = { readonly blocks: readonly string[] } | { readonly packed: Buffer }

/** Whether a row `c` of `calculations` has kept both of its texts. */
export const HAS_TEXTS = sql`
  ((c.input_blocks is not null or c.packed_input is not null) and (c.result_blocks is not null or c.packed_result is not null))`

const COLUMNS: Readonly<Record<TextName, { readonly blocks: Sql; readonly packed: Sql }>> = {
  input: { blocks: sql`c.input_blocks`, packed: sql`c.packed_input` },
  result: { blocks: sql`c.result_blocks`, packed: sql`c.packed_result` },
}

/**
 * A text of a done calculation as UTF-8, block by block; undefined where there is no such calculation, or it kept none.
 *
 * @param within a transaction each time that something is read; blocks stay, so it may be another one each time.
 */
export async function textOfCalculation(
  within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  userId: string,
  id: string,
  name: TextName,
): Promise<AsyncIterable<Buffer> | undefined> {
  const place = await within((tx) => placeOf(tx, userId, id, name))
  if (place === undefined) return undefined
  if ('packed' in place) return unpackFrames(place.packed)
  const alone = inTurn(1)
  return textOfBlocks(place.blocks, (ids) => alone(() => within((tx) => readBlocks(tx, userId, ids))))
}

async function placeOf(tx: Tx, userId: string, id: string, name: TextName): Promise<Place | undefined> {
  const { blocks, packed } = COLUMNS[name]
  const row = await tx.maybe<{ blocks: string[] | null; packed: Buffer | null }>(sql`
    select ${blocks} as blocks, ${packed} as packed from calculations c
    where c.user_id = ${userId} and c.id = ${id} and c.state = 'done'`)
  if (row?.blocks) return { blocks: row.blocks }
  return row?.packed ? { packed: row.packed } : undefined
}

/** A text as it was kept before: frames of zstd, the length before each. */
async function* unpackFrames(packed: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < packed.length;) {
    const start = at + LENGTH_BYTES
    at = start + packed.readUInt32BE(at)
    yield await unpackBlock(packed.subarray(start, at))
  }
}

/** A done calculation as it was worked out; undefined for one that kept no input (made before inputs were kept). */
export async function readCalculation(
  tx: Tx,
  userId: string,
  id: string,
): Promise<CalculationRecord | undefined> {
  const row = await tx.one<{ engine_version: string; rules_version: string }>(sql`
    select engine_version, rules_version from calculations
    where user_id = ${userId} and id = ${id} and state = 'done'`)
  const textOf = (name: TextName) => textOfCalculation((work) => work(tx), userId, id, name)
  const [inputText, resultText] = [await textOf('input'), await textOf('result')]
  if (inputText === undefined || resultText === undefined) return undefined
  return storedRecord(
    { input: await jsonOf(inputText), result: await jsonOf(resultText) },
    { engineVersion: row.engine_version, rulesVersion: row.rules_version },
  )
}

async function jsonOf(text: AsyncIterable<Buffer>): Promise<unknown> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(text)).toString())
}
