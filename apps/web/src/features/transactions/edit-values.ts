import {
  INCOMING_SUB_TYPES,
  isSubTypeOf,
  isTransactionType,
  NFT_SUB_TYPES,
  OUTGOING_SUB_TYPES,
  type Sides,
  sidesOf,
  type TransactionType,
} from '@lotbook/journal'
import { parseDecimal } from '@lotbook/money'
import type { TransactionDetail, TransactionEdit } from '@lotbook/contract'
import { readGift } from './transaction-words.ts'

/** The form of a transaction, as text. `at` is a UTC date and time as the browser's own field writes it. */
export interface EditValues {
  readonly type: TransactionType
  readonly sub_type: string
  readonly at: string
  readonly from_amount: string
  readonly from_asset: string
  readonly to_amount: string
  readonly to_asset: string
  readonly fee_amount: string
  readonly fee_asset: string
  readonly value: string
  readonly donor_basis: string
  readonly donor_acquired: string
  readonly comment: string
  readonly is_ignored: boolean
}

/** An asset and what people call it. */
export interface KnownAsset {
  readonly asset: string
  readonly symbol: string
}

/** Initial values of the form. A made transfer is edited as the withdrawal or deposit beneath it. */
export function valuesOf(detail: TransactionDetail): EditValues {
  const { from, to, fee } = detail
  const isTransfer = detail.type === 'transfer'
  const arrived = isTransfer ? null : to
  const gift = giftOf(detail)
  return {
    type: detail.type === 'transfer' ? 'outgoing' : detail.type,
    sub_type: isTransfer ? 'sent' : (detail.sub_type ?? ''),
    at: shortestLocal(detail.at),
    from_amount: from?.amount ?? '',
    from_asset: from?.symbol ?? '',
    to_amount: arrived?.amount ?? '',
    to_asset: arrived?.symbol ?? '',
    fee_amount: fee?.amount ?? '',
    fee_asset: fee?.symbol ?? '',
    value: isOwnValue(detail) ? (detail.value?.amount ?? '') : '',
    donor_basis: gift.donor_basis ?? '',
    donor_acquired: gift.donor_acquired ?? '',
    comment: detail.comment ?? '',
    is_ignored: detail.is_ignored,
  }
}

// As short as the browser writes it back, so that what was not touched compares equal.
function shortestLocal(instant: string): string {
  const [seconds = '', fraction = ''] = instant.replace(/Z$/, '').split('.')
  const milliseconds = fraction.replace(/0+$/, '')
  return milliseconds === '' ? seconds.replace(/:00$/, '') : `${seconds}.${milliseconds}`
}

/** Whether the value is the transaction's own, and not worked out from prices. */
export function isOwnValue({ value }: Pick<TransactionDetail, 'value'>): boolean {
  return value !== null && (value.origin === 'edit' || value.origin === 'record')
}

// The wire has no gift of its own; what was last said about it is in the history.
function giftOf({ changes }: TransactionDetail) {
  const said = changes
    .filter((change) => !change.is_undone)
    .flatMap((change) => change.fields)
    .find(({ field }) => field === 'gift')
  return readGift(said?.after ?? '')
}

/** The sub types that go with a type, with the one that it has; empty for a type without any. */
export function subTypesOf(type: TransactionType, current: string): readonly string[] {
  const offered = {
    incoming: INCOMING_SUB_TYPES,
    outgoing: OUTGOING_SUB_TYPES,
    nft: NFT_SUB_TYPES,
  }[type as string] as readonly string[] | undefined
  if (offered === undefined) return []
  return isSubTypeOf(type, current) && !offered.includes(current) ? [...offered, current] : offered
}

type Typed = Pick<EditValues, 'type' | 'sub_type'>

/**
 * Sides that the form has: those that the type may have. A side that nothing counts is shown if it exists already, for
 * a person can only remove a side that they see.
 */
export function sidesShown(before: EditValues, { type, sub_type }: Typed): Sides<boolean> {
  const { from, to } = sidesOf(type, sub_type)
  const isAsBefore = type === before.type && sub_type === before.sub_type
  return {
    from: from !== 'none' || (isAsBefore && before.from_asset !== ''),
    to: to !== 'none' || (isAsBefore && before.to_asset !== ''),
  }
}

/**
 * Values with a deposit turned into a withdrawal, or the other way round, on the side that the new type has: to be
 * seen before it is saved. Undefined if every side has its place.
 */
export function turnedSides(values: EditValues, typed: Typed): Partial<EditValues> | undefined {
  const rule = sidesOf(typed.type, typed.sub_type)
  const { from_amount, from_asset, to_amount, to_asset } = values
  const isOut = from_asset !== '' && to_asset === ''
  const isIn = to_asset !== '' && from_asset === ''
  if (rule.from === 'needed' && rule.to === 'none' && isIn)
    return { from_amount: to_amount, from_asset: to_asset, to_amount: '', to_asset: '' }
  if (rule.to === 'needed' && rule.from === 'none' && isOut)
    return { to_amount: from_amount, to_asset: from_asset, from_amount: '', from_asset: '' }
  return undefined
}

export type EditProblems = Partial<Record<keyof EditValues, string>>

/** Problems that can be seen before the edit is sent; the server has the last word. */
export function problemsIn(before: EditValues, values: EditValues): EditProblems {
  const problems: EditProblems = {}
  const { from, to } = sidesShown(before, values)
  const amounts = [
    ...(from ? (['from_amount'] as const) : []),
    ...(to ? (['to_amount'] as const) : []),
    'fee_amount' as const,
    'value' as const,
    ...(values.sub_type === 'gift_received' ? (['donor_basis'] as const) : []),
  ]
  for (const name of amounts) {
    if (values[name].trim() !== '' && amountOf(values[name]) === undefined) {
      problems[name] = 'Enter an amount with digits and a decimal point, such as 0.25'
    }
  }
  if (values.at === '') problems.at = 'Enter a date and a time'
  if (subTypesOf(values.type, values.sub_type).length > 0 && values.sub_type === '') {
    problems.sub_type = 'Choose a sub type'
  }
  return problems
}

/**
 * The changed fields of the form: only these are sent, so that the others stay as imported. Undefined if none was
 * changed.
 */
export function editOf(
  before: EditValues,
  after: EditValues,
  assets: readonly KnownAsset[],
): TransactionEdit | undefined {
  const changed = (name: keyof EditValues) => before[name] !== after[name]
  const edit: Record<string, unknown> = {}
  const isTyped = changed('type')
  if (isTyped) edit['type'] = after.type
  if (isTyped || changed('sub_type')) {
    const hasSubTypes = subTypesOf(after.type, after.sub_type).length > 0
    edit['sub_type'] = hasSubTypes ? after.sub_type : null
  }
  // A time to the millisecond stays until the person changes it.
  if (changed('at')) edit['at'] = `${after.at.length === 16 ? `${after.at}:00` : after.at}Z`

  const shown = sidesShown(before, after)
  for (const side of ['from', 'to', 'fee'] as const) {
    const amount = `${side}_amount` as const
    const asset = `${side}_asset` as const
    if (side !== 'fee' && !shown[side]) {
      // The server drops or turns the side of a deposit or withdrawal; the side of an NFT goes only if the edit says
      // so.
      if (after.type === 'nft' && before[asset] !== '') Object.assign(edit, { [amount]: null, [asset]: null })
      continue
    }
    if (changed(amount)) edit[amount] = amountOf(after[amount]) ?? null
    if (changed(asset)) edit[asset] = assetOf(after[asset], assets)
  }
  if (changed('value')) edit['value'] = amountOf(after.value) ?? null
  if (after.sub_type === 'gift_received' && (changed('donor_basis') || changed('donor_acquired'))) {
    const basis = amountOf(after.donor_basis)
    edit['gift'] = {
      ...(basis === undefined ? {} : { donor_basis: basis }),
      ...(after.donor_acquired === '' ? {} : { donor_acquired: after.donor_acquired }),
    }
  }
  if (changed('comment')) edit['comment'] = after.comment.trim() === '' ? null : after.comment
  if (changed('is_ignored')) edit['is_ignored'] = after.is_ignored
  return Object.keys(edit).length === 0 ? undefined : edit
}

/** The typed amount; undefined for text that is none. */
export function amountOf(text: string): string | undefined {
  const trimmed = text.trim()
  return /^-?\d+(\.\d+)?$/.test(trimmed) && parseDecimal(trimmed) !== undefined ? trimmed : undefined
}

/** The asset that a ticker means: the one this history knows by it, else the ticker itself. */
export function assetOf(typed: string, assets: readonly KnownAsset[]): string | null {
  const text = typed.trim()
  if (text === '') return null
  const known = assets.find(({ asset, symbol }) => asset === text || symbol === text)
  if (known !== undefined) return known.asset
  return text.includes(':') || !isTicker(text) ? text : text.toUpperCase()
}

const isTicker = (text: string) => /^[A-Za-z0-9.$-]{1,20}$/.test(text)

/** A type chosen in the form, from a select's text. */
export function typeFrom(text: string): TransactionType {
  return isTransactionType(text) ? text : 'trade'
}
