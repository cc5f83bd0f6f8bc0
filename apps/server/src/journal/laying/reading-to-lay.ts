import type {
  BalanceSeries,
  Counterparty,
  AccountHint,
  Finding,
  Origin,
  SourceTransaction,
  RowFinding,
  SkippedRows,
  StatedBalance,
  TimeZoneUsed,
} from '@lotbook/sources'
import type { PackedReading } from '../reading/packed-reading.ts'

/** A finding on a line of a file, or at another origin. */
export type PlacedFinding = RowFinding | Finding

/** The result of reading a file, the pages of an API, the transactions of an address or a form, without its transactions. */
export interface ReadingSummary {
  /** One report or API in all its generations. */
  readonly family: string
  readonly sourceSlug: string
  readonly exchange: string
  readonly account?: AccountHint
  /** The format of a file; null for a reading of anything else. */
  readonly formatId: string | null
  readonly formatName: string | null
  /** Line of the header of a file; null for a reading that has no lines. */
  readonly headerRow: number | null
  /** Number of records that were read. */
  readonly dataRows: number
  readonly skipped: readonly SkippedRows[]
  readonly notes: readonly PlacedFinding[]
  readonly errors: readonly PlacedFinding[]
  /** What the account holds, where the reading says so. */
  readonly balances: readonly StatedBalance[]
  readonly series?: readonly BalanceSeries[]
  /** Addresses that its coins went to or came from, where the reading names them. */
  readonly counterparties?: readonly Counterparty[]
  /** The zone of a file's wall-clock times; null where instants came with their zone. */
  readonly timeZone: TimeZoneUsed | null
}

/** A reading with its transactions; those of a long file are packed, and unpacked some at a time. */
export type ReadingToLay = ReadingSummary &
  (
    | { readonly transactions: readonly SourceTransaction[] }
    | { readonly events: number; readonly pieces: PackedReading['pieces'] }
  )

/** The place of a finding. */
export function originOf(finding: PlacedFinding): Origin {
  return 'origin' in finding ? finding.origin : { kind: 'line', line: finding.line }
}
