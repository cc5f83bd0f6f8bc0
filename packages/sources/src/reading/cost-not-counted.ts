import type { Collector } from './collector.ts'
import type { ForeignRecord } from './record.ts'

/** Flag of a transaction whose record states a cost that is not counted. */
export const COST_NOT_COUNTED = 'cost_not_counted'

/** Says that a record states a cost which is not counted, and why; what is made of the record from then on is flagged. */
export function sayNotCounted(
  out: Collector,
  record: ForeignRecord,
  message: string,
  column?: string,
  value?: string,
): void {
  out.note(record, 'not_counted', message, column, value)
  out.flagRecord(record, COST_NOT_COUNTED)
}
