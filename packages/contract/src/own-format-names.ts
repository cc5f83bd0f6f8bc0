// Apart from the calls, so that a screen that names them does not bring the validator along.
import {
  FILE_INCOMING_SUB_TYPES,
  FILE_OUTGOING_SUB_TYPES,
  INCOMING_SUB_TYPES,
  OUTGOING_SUB_TYPES,
} from '@lotbook/journal'

/** Rows with columns for what came in and what went out, rows that move one amount, or rows that trade it. */
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

/** Roles of assets: one that no column has may be the same in all rows. */
export const OWN_ASSET_ROLES = [
  'in_asset',
  'out_asset',
  'asset',
  'total_asset',
  'fee_asset',
  'value_asset',
] as const
export type OwnAssetRole = (typeof OWN_ASSET_ROLES)[number]

/** What a word of the type column can mean. */
export const OWN_MEANINGS = [
  ...(['buy', 'sell', 'trade', 'margin_trade', 'swap', 'ico', 'transfer', 'by_side', 'skip'] as const),
  ...INCOMING_SUB_TYPES,
  ...FILE_INCOMING_SUB_TYPES,
  ...OUTGOING_SUB_TYPES,
  ...FILE_OUTGOING_SUB_TYPES,
] as const
export type OwnMeaning = (typeof OWN_MEANINGS)[number]

/** So many formats of a customer at most: each is tried on a file that nothing else reads. */
export const MOST_OWN_FORMATS = 100
