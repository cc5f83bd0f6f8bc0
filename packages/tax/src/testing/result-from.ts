import type { Checkpoint } from '../executing/checkpoint.ts'
import type { ResultTable } from '../results/result-table.ts'
import { resultOfTable } from '../results/write-result.ts'

/** The rows of a table from a checkpoint's place in each list on. */
export function resultFrom(table: ResultTable, from: Checkpoint | undefined) {
  const { disposals, income, removals, ...rest } = resultOfTable(table)
  const skip = (list: 'disposals' | 'incomes' | 'removals') => (from?.rows[list] ?? 0) - table.before[list]
  return {
    disposals: disposals.slice(skip('disposals')),
    income: income.slice(skip('incomes')),
    removals: removals.slice(skip('removals')),
    ...rest,
    ruleSets: table.ruleSets,
    placed: table.warnings,
    isOffRecord: table.isOffRecord,
  }
}
