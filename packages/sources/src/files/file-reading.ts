import type { AssetId, ReadTransaction } from '@lotbook/journal'

/** A file as it was handed in: its name as the person knows it, and its bytes. */
export interface SourceFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What the person has already said about a file. */
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
  /** Read no more than so many data rows; what the whole file decides (order of dates, own address) is still decided by it. */
  readonly firstRows?: number
  /** Told how many of the data rows are read: at the start, before each sheet and at the end. */
  readonly onProgress?: (done: number, total: number) => void
}

export type DateOrder = 'day-first' | 'month-first'

/** Which zone wall-clock times were read in, and who said so. */
export interface TimeZoneUsed {
  readonly zone: string
  readonly from: 'file' | 'format' | 'asked'
}

/** Something in the data the customer should look at: where it is, and what is wrong with it. */
export interface RowFinding {
  readonly code: string
  /** 1-based data row, counted after the header; 0 when it concerns the whole file. */
  readonly row: number
  /** 1-based line of the file (row of the sheet in a workbook). */
  readonly line: number
  readonly column?: string
  /** The foreign text, at most 60 characters of it. */
  readonly value?: string
  readonly message: string
}

export interface SkippedRows {
  readonly rows: readonly number[]
  readonly reason: string
}

/** One foreign row as it came, and what identifies it when it comes again. */
export interface SourceRecord {
  readonly row: number
  readonly line: number
  /** What kind of thing the provider's id names, e.g. `kraken-ledger`. */
  readonly kind: string
  /** The provider's own id where one stays the same over exports. */
  readonly nativeId: string | null
  /** What the row says, in a spelling that every generation of its report shares; empty where the provider's id names it. */
  readonly content: string
  /** Which of the equals in this file it is, from 0: two identical fills stay two. */
  readonly ordinal: number
}

/** The contract behind a ticker, where the file names it: tickers of tokens are not unique. */
export interface TokenHint {
  /** Native ticker or CAIP-2 id of the chain, null where the file does not say. */
  readonly chain: string | null
  readonly contract: string
  readonly tokenId?: string
}

/** A transaction read from a file, with what recognising it needs. */
export interface ReadRow extends ReadTransaction {
  /** What it was made of. A record that several list (a second fee, a shared payout) belongs to the first of them. */
  readonly records: readonly SourceRecord[]
  /** The order, reference or hash that its records share, or null. */
  readonly group: string | null
  /** Names a further transaction made of the same records (a second fee), else null. */
  readonly part: string | null
  /** The provider's own sequence (padded, it is compared as text), or null. */
  readonly sequence: string | null
  readonly tokens: Readonly<Record<AssetId, TokenHint>>
  /** The account that the row itself names, or null. */
  readonly account: string | null
  /** What the row says about US based, or null. */
  readonly usBased: boolean | null
}

/** What a file tells about the account it belongs to. */
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

export interface ReadOutcome extends Recognised {
  readonly outcome: 'read'
  readonly dataRows: number
  readonly timeZone: TimeZoneUsed
  readonly account: AccountHint
  readonly transactions: readonly ReadRow[]
  readonly skipped: readonly SkippedRows[]
  readonly notes: readonly RowFinding[]
  readonly errors: readonly RowFinding[]
}

export interface RecognisedOutcome extends Recognised {
  readonly outcome: 'recognised'
}

/** What a file can leave open; each is answered by one of the read options. */
export type FileQuestion = 'format' | 'time_zone' | 'date_order' | 'own_address' | 'chain'

export interface AskCandidate {
  readonly value: string
  readonly label: string
}

/** The file can be read once a question is answered; ask again with the answer in the options. */
export interface AskOutcome {
  readonly outcome: 'ask'
  readonly question: FileQuestion
  /** What can be answered; empty for a time zone, which is any IANA zone. */
  readonly candidates: readonly AskCandidate[]
  /** What such files mostly are, where the format knows; never taken without being asked. */
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

/** Foreign text as a message may show it: at most 60 characters, on one line. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}...` : line
}
