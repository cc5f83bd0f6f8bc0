import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from './database.ts'

/** A value of a column, as text that the database reads; a list is an array of text. */
export type Cell = string | number | boolean | readonly string[] | null | undefined

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
export async function stage(tx: Tx, table: StagedTable, columns: string, { lines }: Batch): Promise<string> {
  const staged = `staged_${table}`
  // Made once for a transaction: a table of one's own for each batch costs as much as hundreds of rows.
  await tx.client.query(`
    create temp table if not exists ${staged} on commit drop as select ${columns} from ${table} with no data;
    truncate pg_temp.${staged}`)
  await pipeline(Readable.from(lines), tx.client.query(copyFrom(`copy ${staged} (${columns}) from stdin`)))
  return staged
}

/** Rows as COPY reads them. */
export interface Batch {
  readonly lines: readonly string[]
  readonly rows: number
}

/** Rows of one batch. */
const BATCH = 20_000

/** Rows batch by batch: as much as one statement takes. */
export async function batchesOf(rows: Iterable<readonly Cell[]>): Promise<Batch[]> {
  const left = rows[Symbol.iterator]()
  const batches: Batch[] = []
  for (let batch = await batchOf(left); batch.rows > 0; batch = await batchOf(left)) batches.push(batch)
  return batches
}

/** Lines handed over at a time, in characters: one by one, the handing over costs more than the lines. */
const PIECE = 1 << 16

/** The next rows of many. Others get their turn between the pieces. */
export async function batchOf(left: Iterator<readonly Cell[]>): Promise<Batch> {
  const lines: string[] = []
  let piece = ''
  let rows = 0
  while (rows < BATCH) {
    const row = left.next()
    if (row.done === true) break
    rows += 1
    piece += line(row.value)
    if (piece.length < PIECE) continue
    lines.push(piece)
    piece = ''
    await breathe()
  }
  if (piece !== '') lines.push(piece)
  return { lines, rows }
}

/** A line of COPY's text format. */
function line(cells: readonly Cell[]): string {
  let text = ''
  for (const [n, cell] of cells.entries()) text += n === 0 ? cellText(cell) : `\t${cellText(cell)}`
  return `${text}\n`
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return escaped(cell)
  if (cell === null || cell === undefined) return '\\N'
  if (typeof cell === 'object')
    return escaped(`{${cell.map((item) => `"${item.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`)
  return String(cell)
}

function escaped(text: string): string {
  // Hardly any cell needs it, and asking is cheaper than replacing nothing.
  if (!/[\\\t\n\r]/.test(text)) return text
  return text.replace(/[\\\t\n\r]/g, (c) =>
    c === '\\' ? '\\\\' : c === '\t' ? '\\t' : c === '\n' ? '\\n' : '\\r',
  )
}
