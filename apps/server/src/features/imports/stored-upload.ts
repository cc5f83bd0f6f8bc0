import type { FileAnswers, OriginalRow, ReadOptions, SourceFile } from '@lotbook/sources'
import { optionsOf } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import type { Keys } from '../../platform/keys.ts'
import { refuse } from '../../platform/refusal.ts'
import { open } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { isolatedReader } from './read-isolated.ts'

export interface StoredUpload {
  readonly file: SourceFile
  readonly options: Pick<ReadOptions, 'sourceSlug'>
  /** What the person said to its questions. */
  readonly answers: FileAnswers
}

const PIECE_BYTES = 1 << 20

/** An upload's bytes as they came. */
export async function storedUpload(tx: Tx, keys: Keys, userId: string, id: string): Promise<StoredUpload> {
  const row = await tx.maybe<Omit<StoredUpload, 'file'> & { file_name: string; length: number }>(sql`
    select file_name, octet_length(sealed) as length, options, answers from uploads where user_id = ${userId} and id = ${id}`)
  if (row === undefined) refuse('not_found')
  const { file_name: name, length, options, answers } = row
  // Bytes arrive as text of twice their length: in one piece they would hold up everybody else.
  const pieces = await tx.all<{ piece: Buffer }>(sql`
    select substring(u.sealed from n for ${PIECE_BYTES}::integer) as piece
    from uploads u cross join generate_series(1, ${length}::integer, ${PIECE_BYTES}::integer) n
    where u.user_id = ${userId} and u.id = ${id} order by n`)
  const sealed = Buffer.concat(pieces.map(({ piece }) => piece))
  const bytes = await open(tx, keys, { table: 'uploads', userId, rowId: id, column: 'sealed' }, sealed)
  return { file: { name, bytes }, options, answers }
}

/** Rows of a stored file as they stand in it, found in the reading process; a row that is not there is left out. */
export async function originalRows(
  { file, options, answers }: StoredUpload,
  rows: readonly number[],
): Promise<OriginalRow[]> {
  return rows.length === 0 ? [] : isolatedReader().rows(file, rows, { ...options, ...optionsOf(answers) })
}
