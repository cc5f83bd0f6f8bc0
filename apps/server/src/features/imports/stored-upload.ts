import type { FileAnswers, OriginalRow, ReadOptions, SourceFile } from '@lotbook/sources'
import { optionsOf } from '@lotbook/sources'
import { eachRow } from '../../platform/copy-out.ts'
import type { Tx } from '../../platform/database.ts'
import type { Keys } from '../../platform/keys.ts'
import { refuse } from '../../platform/refusal.ts'
import { isAnother, open } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { KeptRows } from '../../journal/reading/kept-rows.ts'
import { rowsIn } from '../../journal/reading/packed-rows.ts'
import { readerOf } from '../../journal/reading/readers.ts'
import { ownFormatsFor } from './own-formats.ts'

export interface StoredUpload {
  readonly file: SourceFile
  readonly options: Pick<ReadOptions, 'sourceSlug' | 'own' | 'formatId'>
  /** The person's answers to the questions of the file. */
  readonly answers: FileAnswers
}

const PIECE_BYTES = 1 << 20

/** An upload's bytes as they came. */
export async function storedUpload(tx: Tx, keys: Keys, userId: string, id: string): Promise<StoredUpload> {
  const { name, length, ...said } = await uploadWithoutBytes(tx, userId, id)
  return { file: { name, bytes: await storedBytes(tx, keys, userId, id, length) }, ...said }
}

/** The stored facts of an upload without its bytes, and the stored length of the bytes. */
export async function uploadWithoutBytes(
  tx: Tx,
  userId: string,
  id: string,
): Promise<Omit<StoredUpload, 'file'> & { readonly name: string; readonly length: number }> {
  const row = await tx.maybe<
    Omit<StoredUpload, 'file'> & { name: string; length: number; format_id: string | null }
  >(sql`
    select file_name as name, octet_length(sealed) as length, options, answers, format_id
    from uploads where user_id = ${userId} and id = ${id}`)
  if (row === undefined) return refuse('not_found')
  const { format_id: formatId, options, ...upload } = row
  return { ...upload, options: { ...options, ...(await ownFormatsFor(tx, userId, formatId)) } }
}

/** @param length - as `uploadWithoutBytes` tells it. */
async function storedBytes(
  tx: Tx,
  keys: Keys,
  userId: string,
  id: string,
  length: number,
): Promise<Uint8Array> {
  // In one piece they would hold up everybody else.
  const sealed = Buffer.allocUnsafeSlow(length)
  let used = 0
  await eachRow(
    tx,
    sql`select substring(u.sealed from n for ${PIECE_BYTES})
    from uploads u cross join generate_series(1, ${length}, ${PIECE_BYTES}) n
    where u.user_id = ${userId} and u.id = ${id} order by n`,
    ([piece]) => {
      if (piece !== undefined) used += piece.copy(sealed, used)
    },
  )
  return open(tx, keys, { table: 'uploads', userId, rowId: id, column: 'sealed' }, sealed)
}

/**
 * The rows of a stored file as they stand in it, by their numbers; one that is not there is left out. The file is read whole the
 * first time that it is asked, and its rows are kept for a while: who opens one row opens others.
 *
 * @returns what tells rows, also after the transaction.
 */
export async function rowsOfUpload(
  tx: Tx,
  keys: Keys,
  userId: string,
  id: string,
): Promise<(rows: readonly number[]) => Promise<OriginalRow[]>> {
  const said = await tx.maybe<Pick<StoredUpload, 'options' | 'answers'> & { format_id: string | null }>(sql`
    select options, answers, format_id from uploads where user_id = ${userId} and id = ${id}`)
  if (said === undefined) refuse('not_found')
  // The rest of what is shown beside the rows is no file, and is not kept from a professional.
  if (await isAnother(tx)) return async () => []
  // Under other answers another table of it may be read.
  const key = JSON.stringify([userId, id, said])
  const kept = lately.get(key)
  if (kept !== undefined) return async (rows) => rowsIn(await kept, rows)
  const { file, options, answers } = await storedUpload(tx, keys, userId, id)
  return async (rows) => {
    if (rows.length === 0) return []
    const read = () => readerOf(userId).allRows(file, { ...options, ...optionsOf(answers) })
    return rowsIn(await (lately.get(key) ?? lately.keep(key, read())), rows)
  }
}

/** Packed the longest file that is taken, of a hundred thousand rows, is about 3 MB. */
const lately = new KeptRows({ mostBytes: 32 * 1024 * 1024, unusedMs: 5 * 60_000 })
