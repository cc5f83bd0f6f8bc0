import type { AssetId, Instant } from '@lotbook/journal'
import { bareHash } from '../../reading/bare-hash.ts'
import type { Draft } from '../../reading/collector.ts'
import { coinOfNamesake } from '../../reading/namesakes.ts'
import type { RecordIdentity } from '../../reading/record.ts'
import type { FileFormat } from './csv-format.ts'
import { wholeRow } from './repeats.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { splitTime, splitTimeIn } from './split-time.ts'

/** A text of a row: that of a column, or one made of several. */
export type TextOf = string | ((row: Row) => string)

export const textOf = (row: Row, of: TextOf): string => (typeof of === 'string' ? row.text(of) : of(row))

/** The part of a declaration that tables of trades, events and ledger entries share. */
export interface TableDeclaration extends Pick<
  FileFormat,
  | 'id'
  | 'family'
  | 'name'
  | 'sourceSlug'
  | 'exchange'
  | 'headers'
  | 'fileName'
  | 'isLike'
  | 'alsoOf'
  | 'timeZone'
  | 'zoneIn'
  | 'asksZone'
  | 'unsureZone'
  | 'dateOrder'
  | 'timeText'
  | 'decimalMark'
  | 'columns'
  | 'cellsOf'
  | 'extraCells'
  | 'hasFooters'
  | 'mostRows'
  | 'isOpenCode'
> {
  /**
   * The column of the date and time, the two columns of day and time of day, where `zone` is that of an IANA zone, or the columns that
   * `read` reads them from.
   */
  readonly time:
    | string
    | { readonly date: string; readonly clock: string; readonly zone?: string }
    | { readonly dates: readonly string[]; readonly read: (row: Row, sheet: Sheet) => Instant }
  /** Kinds of records with the provider's id; the first that is filled names the row, else its content under the last kind. */
  readonly records: readonly { readonly kind: string; readonly id: TextOf }[]
  /** The id that, with an equal row, makes a row a repeat of an earlier one. */
  readonly repeatedBy?: TextOf
  /** The first of these that is filled. */
  readonly externalId?: TextOf | readonly TextOf[]
  /** The first of these that is filled. */
  readonly txHash?: readonly TextOf[]
  readonly comment?: TextOf
  /** The asset behind a ticker in upper case; the ticker itself where this is left out. */
  readonly asset?: (ticker: string) => AssetId
}

export function timeIn({ time }: TableDeclaration, row: Row, sheet: Sheet): Instant {
  if (typeof time === 'string') return row.time(time)
  if ('read' in time) return time.read(row, sheet)
  const zone = time.zone === undefined ? '' : row.text(time.zone)
  return zone === ''
    ? splitTime(row, sheet, time.date, time.clock)
    : splitTimeIn(zone, row, sheet, time.date, time.clock)
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
    const nativeId = textOf(row, id)
    if (nativeId !== '') return { kind, nativeId, content }
  }
  return { kind: records.at(-1)?.kind ?? 'row', nativeId: null, content }
}

export function repeatName({ repeatedBy }: TableDeclaration, row: Row): string {
  return repeatedBy === undefined ? '' : wholeRow(row, textOf(row, repeatedBy))
}

/** The texts of a row that a transaction keeps. */
export function textsIn(
  { externalId = [], txHash = [], comment }: TableDeclaration,
  row: Row,
): Pick<Draft, 'externalId' | 'txHash' | 'comment'> {
  const first = (texts: readonly TextOf[], clean = (text: string) => text) =>
    texts.map((of) => clean(textOf(row, of))).find((text) => text !== '') ?? ''
  return {
    externalId: first(typeof externalId === 'object' ? externalId : [externalId]),
    txHash: first(txHash, bareHash),
    comment: comment === undefined ? '' : textOf(row, comment),
  }
}

export function assetIn({ asset }: TableDeclaration, ticker: string): AssetId {
  const upper = ticker.toUpperCase()
  return asset?.(upper) ?? upper
}

/** The assets of an exchange that writes some coins otherwise, and holds none of the currencies that coins share their codes with. */
export function tickers(aliases: Readonly<Record<string, AssetId>> = {}): (ticker: string) => AssetId {
  return (ticker) => coinOfNamesake((Object.hasOwn(aliases, ticker) ? aliases[ticker] : undefined) ?? ticker)
}
