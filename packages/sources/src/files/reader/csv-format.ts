import type { AssetId } from '@lotbook/journal'
import type { RecordIdentity } from '../../reading/record.ts'
import type { DateOrder } from '../../reading/time-text.ts'
import type { AccountHint, AskCandidate, ReadOptions } from './file-reading.ts'
import type { Collector } from '../../reading/collector.ts'
import { withoutRepeats } from './repeats.ts'
import type { Row } from './row.ts'
import type { Sheet, Spelling } from './sheet.ts'
import type { Signature } from './signature.ts'
import type { TableRow } from './table.ts'

/** One layout of one report: how to know it, and what its rows mean. */
export interface FileFormat extends Spelling {
  readonly id: string
  /** One report in all its generations: what makes a re-import of another generation find the same rows. */
  readonly family: string
  /** For people. */
  readonly name: string
  readonly sourceSlug: string
  readonly exchange: string
  readonly headers: readonly Signature[]
  /** The zone of wall-clock times that carry no offset, or the usual one where the person is asked. */
  readonly timeZone: string
  /** The zone that a file states in its header, above it or in its name: an IANA name, or an offset such as `+08:00`. */
  zoneIn?(header: readonly string[], preamble: readonly TableRow[], fileName?: string): string | undefined
  /** True where a file with this header may be in another zone and does not name it. */
  asksZone?(header: readonly string[]): boolean
  /** The order of dates like 3/4/2024, where the report fixes it; else the column decides, or the person. */
  readonly dateOrder?: DateOrder
  /** Columns of texts that a row may have none of, beside those that say so by their names. */
  readonly emptyColumns?: readonly string[]
  /** Cells that rows have behind the header's last, which the format reads by their place. */
  readonly extraCells?: number
  /** True of a header for rows that belong to the row above it: the format reads them itself. */
  isInnerHeader?(cells: readonly string[]): boolean
  /** Puts the cells of a row where the header has them, for a report that leaves some out. */
  cellsOf?(cells: readonly string[], sheet: Sheet): readonly string[]
  /** Columns with dates, needed to decide the order of day and month once per file. */
  readonly dateColumns: readonly string[]
  /** False where a sparse row without a date is a mistake of its writer, and no footer. */
  readonly hasFooters?: boolean
  /** The name that files of this report come under, in small letters; decides between reports that share a header. */
  readonly fileName?: RegExp
  /** True of rows that only this report has, where reports share a header. `rows` are those below it. */
  isLike?(rows: readonly TableRow[], header: readonly string[]): boolean
  /** As many rows are the most that an export holds; 10,000 where the report says nothing else. */
  readonly mostRows?: number
  /** A template, filled in for any source: the one that the person chose is then the source of its rows. */
  readonly isGeneric?: boolean
  /** Sources that hand out a report under this very header: the one in the name of the file is the source of its rows. */
  readonly alsoOf?: readonly string[]
  /**
   * Set where nothing says the zone of times. A person is asked (`ReadOptions.isAttended`); where nobody can be, the zone of the format is
   * assumed and noted, and `flagged` flags each transaction too.
   */
  readonly unsureZone?: 'noted' | 'flagged'
  /** True of a code that is a currency's and a known coin's, where a row can mean either. It is read as the currency, flagged and noted. */
  isOpenCode?(asset: AssetId): boolean
  /** The identity by which a row is known when it comes again. */
  identify(row: Row, sheet: Sheet): RecordIdentity
  /** The account whose history the file is; an explorer export that does not tell asks for it. */
  account?(sheet: Sheet, told: Pick<ReadOptions, 'ownAddress' | 'chain'>): AccountHint | AccountQuestion
  /** Reads all rows, one by one or in groups, into `out`. */
  read(rows: readonly Row[], sheet: Sheet, out: Collector): void
}

/** The file is the history of one of these addresses, or of an address on one of these chains, and does not say of which. */
export type AccountQuestion =
  | { readonly question: 'own_address'; readonly candidates: readonly AskCandidate[] }
  | {
      readonly question: 'chain'
      readonly candidates: readonly AskCandidate[]
      readonly address: string
      readonly hashes: readonly string[]
    }

/**
 * A format whose rows stand for themselves, each one event. A row that cannot be read becomes an error. `nameOf` says
 * what makes a row the same one when it is in the file again, where the provider's id does.
 */
export function csvFormat(
  format: Omit<FileFormat, 'read'> & {
    readRow(row: Row, sheet: Sheet, out: Collector): void
    nameOf?(row: Row, sheet: Sheet): string
  },
): FileFormat {
  return {
    ...format,
    read(rows, sheet, out) {
      const own = withoutRepeats(rows, (row) => format.nameOf?.(row, sheet) ?? '', out)
      for (const row of own) out.attempt([row], () => format.readRow(row, sheet, out))
    },
  }
}
