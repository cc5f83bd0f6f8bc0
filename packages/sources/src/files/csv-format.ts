import type { AccountHint, DateOrder } from './file-reading.ts'
import type { Collector } from './collector.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import type { Signature } from './signature.ts'

/** What a record of a format is identified by: the provider's id, or else what the row says. */
export interface RecordIdentity {
  readonly kind: string
  readonly nativeId: string | null
  readonly content: string
}

/** One layout of one report: how to know it, and what its rows mean. */
export interface FileFormat {
  readonly id: string
  /** One report in all its generations: what makes a re-import of another generation find the same rows. */
  readonly family: string
  /** For people. */
  readonly name: string
  readonly sourceSlug: string
  readonly exchange: string
  readonly headers: readonly Signature[]
  /** The zone of wall-clock times that carry no offset; `ask` where no evidence settles it. */
  readonly timeZone: string
  /** Whether the export can be made in another zone than `timeZone`, so that a person's answer goes first. */
  readonly offersZones?: boolean
  /** How dates like 3/4/2024 are written, where the report says; else the column decides or the person. */
  readonly dateOrder?: DateOrder
  /** Columns with dates, needed to decide the order of day and month once per file. */
  readonly dateColumns: readonly string[]
  /** False where a sparse row without a date is a mistake of its writer, and no footer. */
  readonly hasFooters?: boolean
  /** A template, filled in for any source: the one that the person chose is then the source of its rows. */
  readonly isGeneric?: boolean
  /** What makes a row known when it comes again. */
  identify(row: Row, sheet: Sheet): RecordIdentity
  /** Whose history the file is; an explorer export that does not tell asks for it. */
  account?(sheet: Sheet, ownAddress: string | undefined): AccountHint | OwnAddressQuestion
  /** Read all rows: `out` takes what they are, row by row or in groups. */
  read(rows: readonly Row[], sheet: Sheet, out: Collector): void
}

/** The file is the history of one of these addresses, and does not say of which. */
export interface OwnAddressQuestion {
  readonly candidates: readonly string[]
}

/** A format whose rows stand for themselves, each one event. A row that cannot be read becomes an error. */
export function csvFormat(
  format: Omit<FileFormat, 'read'> & { readRow(row: Row, sheet: Sheet, out: Collector): void },
): FileFormat {
  return {
    ...format,
    read(rows, sheet, out) {
      for (const row of rows) out.attempt([row], () => format.readRow(row, sheet, out))
    },
  }
}
