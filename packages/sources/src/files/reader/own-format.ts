import {
  FILE_INCOMING_SUB_TYPES,
  FILE_OUTGOING_SUB_TYPES,
  INCOMING_SUB_TYPES,
  OUTGOING_SUB_TYPES,
} from '@lotbook/journal'
import type { DecimalMark } from '../../reading/amount-text.ts'
import type { DateOrder } from '../../reading/time-text.ts'

/**
 * Rows of a table that a person described: what came in and what went out in columns of their own, one amount that moved, or an amount
 * that was bought or sold for another.
 */
export const OWN_KINDS = ['sides', 'moved', 'trades'] as const
export type OwnKind = (typeof OWN_KINDS)[number]

/** What a column can hold. */
export const OWN_ROLES = [
  'date',
  'clock',
  'type',
  'in_amount',
  'in_asset',
  'out_amount',
  'out_asset',
  'amount',
  'asset',
  'pair',
  'price',
  'total',
  'total_asset',
  'fee_amount',
  'fee_asset',
  'value',
  'value_asset',
  'txid',
  'id',
  'group',
  'wallet',
  'comment',
] as const
export type OwnRole = (typeof OWN_ROLES)[number]

/** Roles of assets: where no column has one, it may be the same in all rows. */
export const OWN_ASSET_ROLES = [
  'in_asset',
  'out_asset',
  'asset',
  'total_asset',
  'fee_asset',
  'value_asset',
] as const satisfies readonly OwnRole[]
export type OwnAssetRole = (typeof OWN_ASSET_ROLES)[number]

/** Meanings that a word can have: an exchange in some way, a movement of a sub type, or nothing that counts. */
export const OWN_MEANINGS = [
  ...(['buy', 'sell', 'trade', 'margin_trade', 'swap', 'ico', 'transfer', 'by_side', 'skip'] as const),
  ...INCOMING_SUB_TYPES,
  ...FILE_INCOMING_SUB_TYPES,
  ...OUTGOING_SUB_TYPES,
  ...FILE_OUTGOING_SUB_TYPES,
] as const
export type OwnMeaning = (typeof OWN_MEANINGS)[number]

/** A file format as a person described it: data, and none of theirs, so that it can be handed on. */
export interface OwnFormat {
  readonly version: 1
  /** Where such files come from: the account that their rows belong to. */
  readonly name: string
  /** Cells of the header, as the file has them. */
  readonly header: readonly string[]
  readonly kind: OwnKind
  /** Columns by what they hold, counted from 0. */
  readonly columns: Partial<Readonly<Record<OwnRole, number>>>
  /** Assets that no column names. */
  readonly assets: Partial<Readonly<Record<OwnAssetRole, string>>>
  /** Zone of times that carry none. */
  readonly time_zone: string
  /** Order of dates that can be read in two ways; null: such a file asks. */
  readonly date_order: DateOrder | null
  /** The mark before the decimals of amounts; null, or none in older descriptions: as the amounts show. */
  readonly decimal_mark?: DecimalMark | null | undefined
  /** True where amounts contain the fee. */
  readonly has_fee_inside: boolean
  /** Meanings of the words in the column of the type. One that is not here is flagged. */
  readonly words: Readonly<Record<string, OwnMeaning>>
}

/** A format with the name by which files remember it. */
export interface KnownOwnFormat {
  readonly id: string
  readonly title: string
  readonly format: OwnFormat
}

/** Roles that a kind of table reads; a column with another is left alone. */
export const ROLES_OF_KIND: Readonly<Record<OwnKind, readonly OwnRole[]>> = {
  sides: rolesWith('in_amount', 'in_asset', 'out_amount', 'out_asset'),
  moved: rolesWith('amount', 'asset'),
  trades: rolesWith('amount', 'asset', 'pair', 'price', 'total', 'total_asset'),
}

function rolesWith(...own: readonly OwnRole[]): readonly OwnRole[] {
  const shared: readonly OwnRole[] = ['date', 'clock', 'type']
  const rest = OWN_ROLES.slice(OWN_ROLES.indexOf('fee_amount'))
  return [...shared, ...own, ...rest]
}
