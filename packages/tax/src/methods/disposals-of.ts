import type { DisposalRow } from '../schema/calculation-result.ts'
import type { ResultTable } from '../results/result-table.ts'
import { RowWriter } from '../results/write-result.ts'

/** The rows of what one event disposed of, in the order in which its lots went; none where the history has no such event. */
export function disposalsOf(result: ResultTable, tx: string): DisposalRow[] {
  const event = result.events.eventOf(tx)
  if (event === undefined) return []
  const { count, event: events } = result.disposals.rows
  const writer = new RowWriter(result)
  const rows: DisposalRow[] = []
  for (let row = 0; row < count; row++) if (events.values[row] === event) rows.push(writer.disposal(row))
  return rows
}
