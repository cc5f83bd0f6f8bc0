import { endOfDay } from '@lotbook/journal'
import type { DisposalRow } from '@lotbook/tax'
import { self, withSubject, type Database } from '../../platform/database.ts'
import { readJournal } from '../../calculating/collect/journal-work.ts'
import { readProjection } from '../../calculating/collect/projection.ts'
import { sellAlso, type PlannedSale } from '../../calculating/collect/sell-also.ts'
import { waitingDays } from './waiting-days.ts'

export interface SaleAsked extends Omit<PlannedSale, 'at'> {
  readonly userId: string
  readonly day: string
}

/** A sale on a day: its rows, each with the transaction that acquired its lot. */
export interface SaleWorkedOut {
  readonly day: string
  readonly rows: readonly DisposalRow[]
}

/** The sale on its day, and once more on each day that is worth waiting for. The journal is held still meanwhile. */
export function workOutSale(db: Database, { userId, day, ...sale }: SaleAsked): Promise<SaleWorkedOut[]> {
  return withSubject(db, self(userId), async (tx) => {
    const read = await readJournal(tx, userId)
    const chunks = await readProjection(tx, userId, read, () => {})
    const timeZone = read.engine.timezone ?? 'UTC'
    const on = async (on: string): Promise<SaleWorkedOut> => {
      const { rows, names } = await sellAlso(tx, userId, read, chunks, {
        ...sale,
        at: endOfDay(on, timeZone),
      })
      return {
        day: on,
        rows: rows.map((row) => ({ ...row, lot: row.lot === null ? null : names.transactionId(row.lot) })),
      }
    }
    const planned = await on(day)
    const sales = [planned]
    for (const later of waitingDays(planned.rows)) sales.push(await on(later))
    return sales
  })
}
