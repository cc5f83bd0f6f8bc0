import type { ReturnOfYear } from '@lotbook/reports'
import { NO_RETURN_FACTS } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { hasTotalsOnScheduleD, returnOfYear } from '../../calculating/keep/return-facts.ts'
import { printsSales, printsScheduleD, type ExportKind } from './export-kinds.ts'

const NO_RETURN: ReturnOfYear = { facts: NO_RETURN_FACTS, earlier: [] }

/** Statements about the return of a year that an export prints or follows. */
export async function returnFor(
  tx: Tx,
  userId: string,
  kind: ExportKind,
  year: number,
): Promise<ReturnOfYear> {
  if (printsScheduleD(kind)) return returnOfYear(tx, userId, year)
  if (!printsSales(kind)) return NO_RETURN
  const totals_on_schedule_d = await hasTotalsOnScheduleD(tx, userId, year)
  return { facts: { ...NO_RETURN_FACTS, totals_on_schedule_d }, earlier: [] }
}
