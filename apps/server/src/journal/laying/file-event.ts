import type { Fingerprint } from '@lotbook/journal'
import type { SourceRecord } from '@lotbook/sources'
import type { AccountRef } from '../transactions/account-of.ts'
import type { ReportedTransaction } from './stored-event-rows.ts'

/** The import, connection and account that a reading is written to. */
export interface Destination {
  readonly userId: string
  readonly connectionId: string
  readonly importId: string
  readonly account: AccountRef
  readonly journalVersion: string
  /** Together with its place it names a row that has no record of its own (a skipped one): hash of the file, else the connection's id. */
  readonly readFrom: string
  /** Receives how many rows are done; each stage begins at none. */
  readonly onProgress: (stage: string, done: number, total: number, unit: string) => void
}

/** One event as a file states it: the readings, and the records they were made of. */
export interface FileEvent {
  readonly whole: Fingerprint
  readonly account: AccountRef
  readonly accountId: string
  readonly report: { readonly family: string; readonly reads: ReportedTransaction[] }
  readonly records: { readonly record: SourceRecord; readonly part: string | null; readonly at: number }[]
}
