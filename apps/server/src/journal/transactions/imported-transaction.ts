import { canonicalAmount, parseDecimal, toUnitsRounded, formatUnits, MONEY_SCALE } from '@lotbook/money'
import { statedWorth, type Leg, type ReadTransaction } from '@lotbook/journal'

/**
 * The columns of a transaction that an import writes and a person may correct: what counts, in the shape the
 * database keeps. Edits are laid over these by field name.
 */
export interface TransactionFields {
  /** ISO 8601 in UTC, to the millisecond. */
  readonly at: string
  readonly type: string
  readonly sub_type: string | null
  readonly from_asset: string | null
  readonly from_amount: string | null
  readonly to_asset: string | null
  readonly to_amount: string | null
  readonly fee_asset: string | null
  readonly fee_amount: string | null
  /** Fair market value of the whole event, and the currency it is stated in. */
  readonly value: string | null
  readonly value_currency: string | null
  readonly gift: { readonly donor_basis?: string; readonly donor_acquired?: string } | null
  readonly comment: string | null
  readonly is_ignored: boolean
}

export const EDITABLE_FIELDS = [
  'at',
  'type',
  'sub_type',
  'from_asset',
  'from_amount',
  'to_asset',
  'to_amount',
  'fee_asset',
  'fee_amount',
  'value',
  'value_currency',
  'gift',
  'comment',
  'is_ignored',
] as const satisfies readonly (keyof TransactionFields)[]

/** The asset of a ticker of this transaction: a token by its contract, anything else by its ticker. */
export type AssetOf = (ticker: string) => string

/** The fields of a transaction as its reading states them. */
export function fieldsOf(read: ReadTransaction, assetOf: AssetOf): TransactionFields {
  const worth = statedWorth(read)
  const value = worth === null ? undefined : moneyText(worth.amount)
  return {
    at: new Date(read.at).toISOString(),
    type: read.type,
    sub_type: read.subType,
    from_asset: read.from === null ? null : assetOf(read.from.asset),
    from_amount: amountOf(read.from),
    to_asset: read.to === null ? null : assetOf(read.to.asset),
    to_amount: amountOf(read.to),
    fee_asset: read.fee === null ? null : assetOf(read.fee.asset),
    fee_amount: amountOf(read.fee),
    value: value ?? null,
    value_currency: value === undefined ? null : (worth?.currency ?? null),
    gift: null,
    comment: read.comment,
    is_ignored: false,
  }
}

function amountOf(leg: Leg | null): string | null {
  return leg === null ? null : (canonicalAmount(leg.amount) ?? leg.amount)
}

/** A value in money, fixed at twelve decimals; undefined for text that is not an amount. */
export function moneyText(text: string): string | undefined {
  const value = parseDecimal(text)
  return value && formatUnits(toUnitsRounded(value, MONEY_SCALE, 'half-even'), MONEY_SCALE)
}
