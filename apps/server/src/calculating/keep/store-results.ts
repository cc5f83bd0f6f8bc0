import type { ComingResult, LotRows } from '@lotbook/tax'
import { uuidCell, type RowCells } from '../../platform/copy-rows.ts'
import type { Tx } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import { inTurn } from '../../platform/in-turn.ts'
import type { Collected } from '../collect/collect-input.ts'
import { RowCopier, STRETCHES } from './row-copier.ts'
import { dropLots, lotCells, readKeptLots, type LotsLeft } from './kept-lots.ts'
import { ResultCells } from './result-cells.ts'
import { cutAt, withOwnRows, writeRanges, type Ranges } from './row-ranges.ts'

export interface StoreOptions {
  readonly alone?: ReturnType<typeof inTurn>
  readonly stretches?: typeof STRETCHES
  readonly stillWanted?: () => Promise<void>
  readonly lotsLeft?: LotsLeft | undefined
}

/**
 * Write every row of a result by COPY, in the transaction that makes the calculation done: all of it, or none. Whose the rows are
 * the database knows from the session. Of a result that goes on from a border these are the rows behind it; those before it
 * stay where they are, and the calculation's ranges say where. Disposals, which most rows are, go as they come: the database takes in the
 * first of them while the last are still worked out. Lots that are left are the customer's, as of the newest calculation: only those
 * are written that are not there yet (`kept-lots.ts`).
 *
 * @param inherited the ranges of the calculation that the result goes on from, cut at its `before`; none of one that is whole.
 * @param onProgress told how many of all rows are written, once it is known how many there are.
 * @param alone takes turns with what else is asked of the transaction meanwhile.
 * @param lotsLeft what a calculation before left here.
 * @param stillWanted asked before what other calculations left is changed. Throws where another took over.
 * @returns the lots as they are kept then, unless they are too many to be at hand for the next calculation.
 */
export async function storeResults(
  tx: Tx,
  { userId, id: calculationId }: Pick<Fence, 'userId' | 'id'>,
  coming: ComingResult,
  collected: Pick<Collected, 'names' | 'eventIds'>,
  inherited: Ranges,
  onProgress: (done: number, total: number) => void,
  {
    alone = inTurn(1),
    stretches = STRETCHES,
    stillWanted = () => Promise.resolve(),
    lotsLeft,
  }: StoreOptions = {},
): Promise<LotRows | undefined> {
  const keptLots = alone(() => readKeptLots(tx, userId, lotsLeft))
  // Awaited behind all other rows: until then nobody listens.
  keptLots.catch(() => {})
  let soFar = await coming.disposalsBeyond(-1)
  const { events, before } = soFar
  const cells = new ResultCells(events, collected)
  const calculation = uuidCell(calculationId)
  /** The rows behind so many that are stored elsewhere, each with whose it is and its number. */
  const numbered =
    (behind: number, write: (to: RowCells, row: number) => void) => (to: RowCells, row: number) => {
      to.ready(calculation)
      to.int(behind + row)
      write(to, row)
    }
  let total: number | undefined
  const copier = new RowCopier(tx, alone, stretches, (done) => {
    if (total !== undefined) onProgress(done, total)
  })
  void coming.whole.then(
    ({ disposals, incomes, removals, lots }) =>
      (total = disposals.rows.count + incomes.count + removals.rows.count + lots.count),
    () => {},
  )
  await copier.table('disposals', {
    count: async (beyond) => (soFar = await coming.disposalsBeyond(beyond)).count,
    write: numbered(before.disposals, (to, row) => cells.disposal(to, soFar, row)),
  })
  const { disposals, incomes, removals, lots } = await coming.whole
  const counts = { disposals: disposals.rows.count, incomes: incomes.count, removals: removals.rows.count }
  const ranges = withOwnRows(cutAt(inherited, before), counts, calculationId)
  copier.beside(() => writeRanges(tx, calculationId, ranges))
  await copier.table('incomes', {
    count: () => Promise.resolve(incomes.count),
    write: numbered(before.incomes, (to, row) => cells.income(to, incomes, row)),
  })
  await copier.table('removals', {
    count: () => Promise.resolve(removals.rows.count),
    write: numbered(before.removals, (to, row) => cells.removal(to, removals, row)),
  })
  const kept = await keptLots
  const { gone, numbers, rows, all } = kept.changedTo(
    lots.count,
    lotCells((to, row) => cells.lot(to, lots, row)),
    cells.lotKeys(lots, kept.words),
  )
  copier.skip(lots.count - rows.length)
  copier.beside(async () => {
    await stillWanted()
    await dropLots(tx, gone)
  })
  await copier.table('lots', {
    count: () => Promise.resolve(rows.length),
    write: (to, n) => {
      to.int(numbers[n]!)
      cells.lot(to, lots, rows[n]!)
    },
  })
  await copier.end()
  return all
}
