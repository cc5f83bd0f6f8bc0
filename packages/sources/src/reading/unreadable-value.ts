import type { ForeignRecord } from './record.ts'
import { shown } from './shown.ts'

/** A cell or field that does not hold what its name promises. The collector catches it and reports it as an error of its record. */
export class UnreadableValue extends Error {
  readonly code: string
  readonly column: string
  readonly value: string
  readonly record: ForeignRecord

  constructor(record: ForeignRecord, code: string, column: string, value: string, message: string) {
    super(message)
    this.record = record
    this.code = code
    this.column = column
    this.value = shown(value)
  }
}
