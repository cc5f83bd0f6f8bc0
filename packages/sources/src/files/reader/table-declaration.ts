import type { AssetId, Instant } from '@lotbook/journal'
import type { Draft } from '../../reading/collector.ts'
import type { RecordIdentity } from '../../reading/record.ts'
import type { FileFormat } from './csv-format.ts'
import { wholeRow } from './repeats.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { splitTime } from './split-time.ts'

/** The part of a declaration that tables of trades and of ledger entries share. */
export interface TableDeclaration extends Pick<
  FileFormat,
  | 'id'
  | 'family'
  | 'name'
  | 'sourceSlug'
  | 'exchange'
  | 'headers'
  | 'timeZone'
  | 'asksZone'
  | 'dateOrder'
  | 'hasFooters'
> {
  /** The column of the date and time, the two columns of day and time of day, or the columns that `read` reads them from. */
  readonly time:
    | string
    | { readonly date: string; readonly clock: string }
    | { readonly dates: readonly string[]; readonly read: (row: Row, sheet: Sheet) => Instant }
  /** Kinds of records with the column of the provider's id; the first that is filled names the row, else its content under the last kind. */
  readonly records: readonly { readonly kind: string; readonly id: string }[]
  /** The column whose id, with an equal row, makes a row a repeat of an earlier one. */
  readonly repeatedBy?: string
  readonly externalId?: string
  /** The first of these columns that is filled. */
  readonly txHash?: readonly string[]
  readonly comment?: string
  /** The asset behind a ticker in upper case; the ticker itself where this is left out. */
  readonly asset?: (ticker: string) => AssetId
}

export function timeIn({ time }: TableDeclaration, row: Row, sheet: Sheet): Instant {
  if (typeof time === 'string') return row.time(time)
  return 'read' in time ? time.read(row, sheet) : splitTime(row, sheet, time.date, time.clock)
}

/** The column of a date that is written as seconds or milliseconds since 1970. */
export function unixTime(column: string): TableDeclaration['time'] {
  return { dates: [column], read: (row) => row.unixTime(column) }
}

export function dateColumnsOf({ time }: TableDeclaration): readonly string[] {
  if (typeof time === 'string') return [time]
  return 'read' in time ? time.dates : [time.date]
}

export function identityIn({ records }: TableDeclaration, row: Row, content: string): RecordIdentity {
  for (const { kind, id } of records) {
    const nativeId = row.text(id)
    if (nativeId !== '') return { kind, nativeId, content }
  }
  return { kind: records.at(-1)?.kind ?? 'row', nativeId: null, content }
}

export function repeatName({ repeatedBy }: TableDeclaration, row: Row): string {
  return repeatedBy === undefined ? '' : wholeRow(row, row.text(repeatedBy))
}

/** The texts of a row that a transaction keeps. */
export function textsIn(
  { externalId, txHash = [], comment }: TableDeclaration,
  row: Row,
): Pick<Draft, 'externalId' | 'txHash' | 'comment'> {
  const text = (column: string | undefined) => (column === undefined ? '' : row.text(column))
  return {
    externalId: text(externalId),
    txHash: txHash.map(text).find((hash) => hash !== '') ?? '',
    comment: text(comment),
  }
}

export function assetIn({ asset }: TableDeclaration, ticker: string): AssetId {
  const upper = ticker.toUpperCase()
  return asset?.(upper) ?? upper
}
