import { eachRow } from '../../platform/copy-out.ts'
import { KeptLots, LotRows } from '@lotbook/tax'
import { RowCells } from '../../platform/copy-rows.ts'
import type { Tx } from '../../platform/database.ts'
import { identifier, joined, plannedOnce, sql } from '../../platform/sql.ts'

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

/** Lots that a calculation left, and which it is. */
export interface LotsLeft {
  readonly rows: LotRows
  readonly calculationId: string
}

/**
 * The lots that the newest calculation of the session's subject left.
 *
 * @param left what a calculation before left here: read anew where another one has been since.
 */
export async function readKeptLots(tx: Tx, userId: string, left: LotsLeft | undefined): Promise<KeptLots> {
  if (left !== undefined) {
    const { lots_of } = await tx.one<{ lots_of: string | null }>(plannedOnce`
      select lots_of from journals where user_id = ${userId}`)
    if (lots_of === left.calculationId) return new KeptLots(left.rows)
  }
  const rows = new LotRows()
  const columns = joined(LOT_COLUMNS.map(identifier), ', ')
  await eachRow(tx, sql`select ${columns} from lots where user_id = subject()`, ([n], row) =>
    rows.add(n!.readInt32BE(), row.subarray(NUMBER_BYTES)),
  )
  return new KeptLots(rows)
}

export async function dropLots(tx: Tx, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  await tx.run(plannedOnce`delete from lots where user_id = subject() and n = any (${numbers})`)
}

/** An integer's cell, of four bytes behind their length. */
const NUMBER_BYTES = 8

/** Cells of a lot behind its number, as they lie in the database; valid until the next are asked for. */
export function lotCells(write: (to: RowCells, row: number) => void): (row: number) => Uint8Array {
  const one = new RowCells(LOT_COLUMNS.length)
  return (row) => {
    one.row()
    one.int(0)
    write(one, row)
    return one.takeRow().subarray(NUMBER_BYTES)
  }
}

export type { LotKey, Words } from '@lotbook/tax'
