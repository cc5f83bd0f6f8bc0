import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { RowCells } from './copy-rows.ts'
import type { Tx } from './database.ts'

/** Tables that are written by the hundred thousand rows at once. */
export type StagedTable = 'transactions' | 'records'

/**
 * Put rows beside their table by COPY, which does not write to tables with row-level security: into a temporary table of
 * the same columns, from where a statement takes them past the policies. It is gone when the transaction ends.
 *
 * @param columns - of each row, in the order of its cells; the temporary table has these and no others, without constraints. The
 *   same ones throughout a transaction; what was staged before for this table in it is gone.
 * @returns the name of the temporary table, `staged_` and that of the table.
 */
export async function stage(tx: Tx, table: StagedTable, columns: string, { bytes }: Batch): Promise<string> {
  const staged = `staged_${table}`
  // Made once for a transaction: a table of one's own for each batch costs as much as hundreds of rows.
  await tx.client.query(`
    create temp table if not exists ${staged} on commit drop as select ${columns} from ${table} with no data;
    truncate pg_temp.${staged}`)
  await pipeline(
    Readable.from(piecesOf(bytes)),
    tx.client.query(copyFrom(`copy ${staged} (${columns}) from stdin (format binary)`)),
  )
  return staged
}

/** Rows as COPY reads them in its binary format. */
export interface Batch {
  readonly bytes: Buffer
  readonly rows: number
}

/** Bytes handed over at a time: the database begins with a message once it has all of it. */
const PIECE_BYTES = 1 << 16

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES)
}

/** Writes the cells of a row. */
export type WriteRow<Row> = (to: RowCells, row: Row) => void

/** Rows of one batch: as many as one statement takes. */
const BATCH = 20_000
/** Rows written in one go: others get their turn after them. */
const AT_ONCE = 100

/**
 * Rows batch by batch.
 *
 * @param columns - as `stage` takes them; `write` writes a cell for each.
 */
export async function batchesOf<Row>(
  columns: string,
  rows: Iterable<Row>,
  write: WriteRow<Row>,
): Promise<Batch[]> {
  const batches: Batch[] = []
  const width = columns.split(',').length
  let cells = new RowCells(width)
  let count = 0
  const close = () => {
    if (count > 0) batches.push({ bytes: cells.stretch(), rows: count })
    cells = new RowCells(width)
    count = 0
  }
  for (const row of rows) {
    cells.row()
    write(cells, row)
    count += 1
    if (count === BATCH) close()
    if (count % AT_ONCE === 0) await breathe()
  }
  close()
  return batches
}
