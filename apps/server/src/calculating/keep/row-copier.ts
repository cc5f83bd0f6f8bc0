import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { RowCells } from '../../platform/copy-rows.ts'
import type { Tx } from '../../platform/database.ts'
import type { inTurn } from '../../platform/in-turn.ts'
import { LOT_COLUMNS } from './kept-lots.ts'
import { ROW_COLUMNS } from './row-columns.ts'

type ResultTableName = keyof typeof ROW_COLUMNS | 'lots'

/** The partition that holds the rows of a table: without policies, so that COPY writes to it (migration 0042). */
const ROWS_OF: Readonly<Record<ResultTableName, string>> = {
  disposals: 'disposal_rows',
  incomes: 'income_rows',
  removals: 'removal_rows',
  lots: 'lot_rows',
}

/**
 * Rows written in one go, about a millisecond's work. After two the database would have taken in what it was
 * handed, and wait.
 */
const STEP = 200
/**
 * Rows handed over at a time: as many as are written when the database has nothing to do, but no fewer than a
 * statement is worth.
 */
export const STRETCHES = { least: 4_000, most: 60_000 }
/** Bytes sent at a time: the database begins with a message once it has all of it. */
const PIECE_BYTES = 64 * 1024

/** The rows of a table, which may still come. */
interface RowsToCopy {
  /** How many there are, once there are more than so many, or no more come. */
  readonly count: (beyond: number) => Promise<number>
  /** All cells of one. */
  readonly write: (to: RowCells, row: number) => void
}

/**
 * Hands rows to the database stretch by stretch, in two places by turns: while it takes one in, the next is written here, in steps
 * between which this thread hands on what the database has room for.
 */
export class RowCopier {
  readonly #tx: Tx
  readonly #alone: ReturnType<typeof inTurn>
  readonly #stretches: typeof STRETCHES
  readonly #onRows: (done: number) => void
  #done = 0
  #taken: Promise<unknown> = Promise.resolve()
  /** How much of what was handed over the database has not taken in yet. */
  #ahead = 0

  constructor(
    tx: Tx,
    alone: ReturnType<typeof inTurn>,
    stretches: typeof STRETCHES,
    onRows: (done: number) => void,
  ) {
    this.#tx = tx
    this.#alone = alone
    this.#stretches = stretches
    this.#onRows = onRows
  }

  async table(table: ResultTableName, { count, write }: RowsToCopy): Promise<void> {
    const columns = table === 'lots' ? LOT_COLUMNS : ['calculation_id', ...ROW_COLUMNS[table]]
    const places = [new RowCells(columns.length), new RowCells(columns.length)] as const
    const copy = `copy ${ROWS_OF[table]} (${columns.join(', ')}) from stdin (format binary)`
    let there = 0
    for (let start = 0, n = 0; ; n += 1) {
      const to = places[n % 2]!
      let row = start
      for (; !this.#isEnough(row - start); row += 1) {
        if (row === there && (there = await count(row)) === row) break
        to.row()
        write(to, row)
        this.#done += 1
        if (this.#done % STEP === 0) {
          this.#onRows(this.#done)
          await turn()
        }
      }
      if (row === start) return
      start = row
      const rows = to.stretch()
      await this.#taken
      this.beside(() => pipeline(Readable.from(pieces(rows)), this.#tx.client.query(copyFrom(copy))))
    }
  }

  /**
   * A database that waits gets what there is. Would it wait for more, it had the last rows of a shorter result only
   * once everything else is done.
   */
  #isEnough(rows: number): boolean {
    const { least, most } = this.#stretches
    return rows >= most || (rows >= least && this.#ahead === 0)
  }

  /** Ask something else of the database once it has what was handed over. */
  beside(work: () => Promise<unknown>): void {
    this.#ahead += 1
    const done = this.#alone(work).finally(() => (this.#ahead -= 1))
    this.#taken = Promise.all([this.#taken, done])
    // Awaited with the next stretch: until then nobody listens, and a fault must not end the thread.
    this.#taken.catch(() => {})
  }

  /** Number of rows that are there already. */
  skip(count: number): void {
    this.#done += count
  }

  /** All of it is taken in. */
  async end(): Promise<void> {
    await this.#taken
  }
}

function* pieces(rows: Buffer): Generator<Buffer> {
  for (let at = 0; at < rows.length; at += PIECE_BYTES) yield rows.subarray(at, at + PIECE_BYTES)
}
