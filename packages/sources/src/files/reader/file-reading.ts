import type { Instant } from '@lotbook/journal'
import type { Finding, Reading } from '../../reading/outcome.ts'
import type { DateOrder } from '../../reading/time-text.ts'
import type { KnownOwnFormat } from './own-format.ts'

/** A file as it was handed in: its name as the person knows it, and its bytes. */
export interface SourceFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** The most bytes that are read, where the caller has the memory for more than an upload has (`MAX_FILE_BYTES`). */
  readonly mostBytes?: number
}

/** Answers that the person has already given about a file. */
export interface ReadOptions {
  /** The source chosen on the upload screen: settles layouts that several sources share. */
  readonly sourceSlug?: string
  /** IANA zone for wall-clock times that the file leaves open. */
  readonly timeZone?: string
  readonly dateOrder?: DateOrder
  /** The address whose history an explorer export is. */
  readonly ownAddress?: string
  /** The chain of an explorer export: a slug of the catalogue. */
  readonly chain?: string
  /** The format that the person picked when they were asked. */
  readonly formatId?: string
  /** The line of the header of a file that no format reads. */
  readonly headerLine?: number
  /** Formats that the person described; they read what no other format does. */
  readonly own?: readonly KnownOwnFormat[]
  /** The time of the import: a row that is dated after it is a finding. */
  readonly now?: Instant
  /** Read no more than so many data rows; what the whole file decides (order of dates, own address) is still decided by it. */
  readonly firstRows?: number
  /** True where a person can answer: what is assumed of a file without one is then asked. */
  readonly isAttended?: boolean
  /** Told how many of the data rows are read: at the start, before each sheet and at the end. */
  readonly onProgress?: (done: number, total: number) => void
}

/** The zone that wall-clock times were read in, and its authority. */
export interface TimeZoneUsed {
  readonly zone: string
  readonly from: 'file' | 'format' | 'asked'
}

/** A finding in a file: its origin is a line. */
export interface RowFinding extends Omit<Finding, 'origin'> {
  /** 1-based line of the file (row of the sheet in a workbook). */
  readonly line: number
}

/** Facts that a file states about the account it belongs to. */
export interface AccountHint {
  readonly address?: string
  readonly chain?: string
  readonly name?: string
}

interface Recognised {
  readonly formatId: string
  /** One report in all its generations. */
  readonly family: string
  /** For people: 'Coinbase transaction report, 2024'. */
  readonly formatName: string
  readonly sourceSlug: string
  readonly exchange: string
  /** 1-based line of the header. */
  readonly headerRow: number
  readonly header: readonly string[]
  /** Columns that the format does not know; their cells were not read. */
  readonly unknownColumns: readonly string[]
}

export interface ReadOutcome
  extends Recognised, Pick<Reading, 'transactions' | 'skipped' | 'balances' | 'series' | 'counterparties'> {
  readonly outcome: 'read'
  readonly dataRows: number
  readonly timeZone: TimeZoneUsed
  readonly account: AccountHint
  readonly notes: readonly RowFinding[]
  readonly errors: readonly RowFinding[]
}

export interface RecognisedOutcome extends Recognised {
  readonly outcome: 'recognised'
}

/** Questions that a file can leave open; each is answered by one of the read options. */
export type FileQuestion = 'format' | 'time_zone' | 'date_order' | 'own_address' | 'chain'

export interface AskCandidate {
  readonly value: string
  readonly label: string
}

/** The file can be read once a question is answered; ask again with the answer in the options. */
export interface AskOutcome {
  readonly outcome: 'ask'
  readonly question: FileQuestion
  /** Possible answers; empty for a time zone, which is any IANA zone. */
  readonly candidates: readonly AskCandidate[]
  /** The usual answer for such files, where the format knows it; never taken without asking. */
  readonly usual: string | null
  readonly message: string
  readonly formatId: string | null
  readonly formatName: string | null
  /** For a chain: the address it is asked about, and hashes in the file, by which it may be known already. */
  readonly address?: string
  readonly hashes?: readonly string[]
  readonly header: readonly string[]
  /** The first rows as they stand. */
  readonly sample: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

export interface UnknownOutcome {
  readonly outcome: 'unknown'
  readonly message: string
  /** 1-based line that looks like the header. */
  readonly headerLine: number
  readonly header: readonly string[]
  readonly closest?: ClosestFormat
  /** The report whose header it is, where that is known and no more. */
  readonly report?: string
}

export interface ClosestFormat {
  readonly formatId: string
  readonly formatName: string
  /** Jaccard similarity of the header cells, 0.6 to 1. */
  readonly score: number
  readonly newColumns: readonly string[]
  readonly missingColumns: readonly string[]
}

export interface RefusedOutcome {
  readonly outcome: 'refused'
  readonly code: RefusalCode
  readonly message: string
  readonly line?: number
  readonly column?: string
}

export type RefusalCode =
  | 'too_large'
  | 'empty_file'
  | 'not_text'
  | 'broken_workbook'
  | 'unsafe_workbook'
  | 'unsupported_workbook'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'cell_too_long'
  | 'broken_quotes'

export type FileReading = ReadOutcome | AskOutcome | UnknownOutcome | RefusedOutcome
export type FileRecognition = RecognisedOutcome | AskOutcome | UnknownOutcome | RefusedOutcome
