import type { FormTotals } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { boxTotals } from '../../calculating/keep/box-totals.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'

/** The totals of each box of Form 8949 that a year fills, by the calculation that the year shows. */
export async function formTotals(tx: Tx, userId: string, year: number): Promise<FormTotals> {
  const { id } = await calculationOfYear(tx, userId, year)
  return { boxes: await boxTotals(tx, userId, id, year) }
}
