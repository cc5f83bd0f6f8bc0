import type { ReadOptions } from '@lotbook/sources'
import { formatDisplay, typeLabel, type ReadTransaction } from '@lotbook/journal'
import type { Keys } from '../../platform/keys.ts'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { open } from '../../platform/seal.ts'
import { sql } from '../../platform/sql.ts'
import { readIsolated, ReaderStopped } from './read-isolated.ts'
import { originalRows } from './original-rows.ts'

const ROWS = 20

/** The first rows of a stored file from row `from` on: the cells as they came, beside what was made of them. */
export async function previewUpload(tx: Tx, keys: Keys, userId: string, id: string, from: number) {
  const upload = await storedUpload(tx, keys, userId, id)
  const reading = await readIsolated(upload.file, upload.options, () => {}).catch((error: unknown) => {
    if (error instanceof ReaderStopped) refuse('unsupported_file', `${upload.file.name}: ${error.message}`)
    throw error
  })
  if (reading.outcome !== 'read') refuse('unsupported_file', `${upload.file.name}: ${reading.message}`)

  const wanted = Array.from({ length: ROWS }, (_, i) => from + i).filter((row) => row <= reading.dataRows)
  const readBy = new Map<number, ReadTransaction>()
  for (const read of reading.transactions)
    for (const row of read.rows) if (!readBy.has(row)) readBy.set(row, read)
  const noted = new Map(reading.notes.map((note) => [note.row, note.message]))
  const failed = new Map(reading.errors.map((error) => [error.row, error.message]))
  const skipped = new Map(
    reading.skipped.flatMap(({ rows, reason }) => rows.map((row) => [row, reason] as const)),
  )

  const originals = await originalRows(upload.file, wanted, upload.options)
  const rows = originals.map(({ row, line, cells: original }) => {
    const cells = [...original]
    const read = readBy.get(row)
    const error = failed.get(row)
    const note = noted.get(row)
    if (error !== undefined) return { row, line, cells, outcome: 'error' as const, reading: error }
    if (read === undefined) {
      const reason = skipped.get(row) ?? 'not used'
      return {
        row,
        line,
        cells,
        outcome: 'skipped' as const,
        reading: `Left out: ${reason.replaceAll('_', ' ')}`,
      }
    }
    const said = sentenceOf(read)
    return {
      row,
      line,
      cells,
      outcome: note === undefined ? ('used' as const) : ('note' as const),
      reading: note === undefined ? said : `${said}. ${note}`,
    }
  })
  return {
    file_name: upload.file.name,
    format_name: reading.formatName,
    header: [...reading.header],
    rows,
    data_rows: reading.dataRows,
  }
}

/** What was read, as a sentence: `Mar 03, 2025 14:02:11 · Sell 1.2 ETH for 3960 USD, fee 4.1 USD`. */
function sentenceOf(read: ReadTransaction): string {
  const leg = (l: { amount: string; asset: string } | null) => (l === null ? '' : `${l.amount} ${l.asset}`)
  const sides = [leg(read.from), leg(read.to)].filter((side) => side !== '')
  const moved = read.type === 'buy' ? sides.toReversed().join(' for ') : sides.join(' for ')
  const fee = read.fee === null ? '' : `, fee ${leg(read.fee)}`
  return `${formatDisplay(read.at)} · ${typeLabel(read.type, read.subType)} ${moved}${fee}`
}

export interface StoredUpload {
  readonly file: { readonly name: string; readonly bytes: Uint8Array }
  readonly options: Omit<ReadOptions, 'onProgress'>
}

/** An upload's bytes as they came. */
export async function storedUpload(tx: Tx, keys: Keys, userId: string, id: string): Promise<StoredUpload> {
  const row = await tx.maybe<{ file_name: string; sealed: Buffer; options: StoredUpload['options'] }>(sql`
    select file_name, sealed, options from uploads where user_id = ${userId} and id = ${id}`)
  if (row === undefined) refuse('not_found')
  const bytes = await open(tx, keys, { table: 'uploads', userId, rowId: id, column: 'sealed' }, row.sealed)
  return { file: { name: row.file_name, bytes }, options: row.options }
}
