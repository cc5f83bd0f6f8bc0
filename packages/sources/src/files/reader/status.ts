import type { Collector } from '../../reading/collector.ts'
import { shown } from '../../reading/shown.ts'
import type { Row } from './row.ts'

/** The column that says whether an order or movement happened. */
export interface StatusColumn {
  readonly column: string
  /** Words of what happened. */
  readonly done: RegExp
  readonly reason?: string
  /** True of orders: what was filled before an order was cancelled is a trade all the same. */
  readonly keepsFilled?: true
}

/** Words of what did not happen, or has not yet, at any exchange. */
const NOT_DONE =
  /cancel|fail|reject|pend|process|expire|refus|invalid|unpaid|wait|review|declin|return|revert|error|revok|abort|timeout|unconfirm|submitted|initiat|creat|progress|^new$|^open$|^active$|await|hold|verif|audit|appeal|^closed$/i

/** Skips a row that did not happen. A status that no word explains is skipped and noted. */
export function readsStatus(
  { column, done, reason = 'status_not_completed', keepsFilled }: StatusColumn,
  isEmpty: boolean,
  row: Row,
  out: Collector,
): boolean {
  const status = row.text(column)
  if (done.test(status)) return true
  if (keepsFilled === true && !isEmpty) return true
  if (!NOT_DONE.test(status))
    out.note(
      row,
      'unknown_status',
      `Not known whether it happened: ${shown(status) || '(empty)'}`,
      column,
      status,
    )
  out.skip([row], reason)
  return false
}
