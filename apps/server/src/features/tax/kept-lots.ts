import { eachRow } from '../../platform/copy-out.ts'
import { RowCells } from '../../platform/copy-rows.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Columns of a lot that is left, in the order in which its cells are written. */
export const LOT_COLUMNS = [
  'n',
  'lot_transaction_id',
  'asset_id',
  'account_id',
  'quantity',
  'basis',
  'acquired',
  'loss_basis',
  'loss_acquired',
] as const

/** What is to be done so that the lots that are kept become others. */
interface ChangedLots {
  /** Numbers of lots that are not there any more. */
  readonly gone: readonly number[]
  /** The lots that are new or not what they were, and the number that each is stored under. */
  readonly rows: readonly number[]
  readonly numbers: readonly number[]
}

/** The lots that the newest calculation of the session's subject left. */
export async function readKeptLots(tx: Tx): Promise<KeptLots> {
  const kept = new KeptLots()
  await eachRow(tx, `select ${LOT_COLUMNS.join(', ')} from lots where user_id = subject()`, ([n], row) =>
    kept.add(n!.readInt32BE(), cellsBehind(row)),
  )
  return kept
}

export async function dropLots(tx: Tx, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  await tx.run(sql`delete from lots where user_id = subject() and n = any (${numbers})`)
}

/** An integer's cell, of four bytes behind their length. */
const NUMBER_BYTES = 8

/** The cells of a lot behind its number. */
function cellsBehind(row: Buffer): string {
  return row.toString('latin1', NUMBER_BYTES)
}

/**
 * Lots by what they are: after most edits nearly all are what they were, and a number says nothing of a lot but which row it is. So a
 * million that are staked are not written anew for one that was sold.
 */
export class KeptLots {
  readonly #numbers = new Map<string, number>()
  /** Of lots that are the same as another, which there hardly are: they are written anew. */
  readonly #twice: number[] = []
  #last = -1

  add(n: number, cells: string): void {
    this.#last = Math.max(this.#last, n)
    if (this.#numbers.has(cells)) this.#twice.push(n)
    else this.#numbers.set(cells, n)
  }

  /**
   * To be asked once.
   *
   * @param write the cells of a lot of the new ones, behind its number.
   */
  changedTo(count: number, write: (to: RowCells, row: number) => void): ChangedLots {
    const one = new RowCells(LOT_COLUMNS.length)
    const rows: number[] = []
    for (let row = 0; row < count; row += 1) {
      if (!this.#stays(one, row, write)) rows.push(row)
    }
    const gone = [...this.#numbers.values(), ...this.#twice]
    const numbers = rows.map((_, i) => gone[i] ?? this.#last + 1 + i - gone.length)
    return { gone, rows, numbers }
  }

  #stays(one: RowCells, row: number, write: (to: RowCells, row: number) => void): boolean {
    if (this.#numbers.size === 0) return false
    one.row()
    one.int(0)
    write(one, row)
    return this.#numbers.delete(cellsBehind(one.takeRow()))
  }
}
