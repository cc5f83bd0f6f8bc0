import { isTransactionType, typeLabel } from '@lotbook/journal'
import type { TransactionDetail } from '@lotbook/contract'
import { formatDateTime, formatDay } from '../../ui/format/format-date-time.ts'

/** Assumption that a reader had to make about a row. */
export function flagWords(flag: string): string {
  // Behind a colon stands what it is about, such as the order.
  const [kind = '', ...about] = flag.split(':')
  return FLAGS[flag] ?? (about.length > 0 ? FLAGS[kind] : undefined) ?? sentenceCase(flag)
}

const FLAGS: Readonly<Record<string, string>> = {
  cost_not_counted: 'The source states a fee or tax that is not counted: check the amounts',
  counter_leg_missing: 'The other side of this trade is missing from the file',
  currency_assumed: 'Read as a currency; a coin has the same code',
  linked_transfer: 'One end of a transfer between two of your accounts',
  liquidity: 'Went into a liquidity pool or came out of it: check its type',
  loan: 'Belongs to a loan: check its type',
  manual_position: 'A position that was entered by hand in another product',
  mediated: 'A mediator settled this trade: check what was paid out',
  native_assumed: "The chain's own coin was assumed",
  paired_by_order: 'Two rows were paired by their order in the file',
  reversal: 'Reverses an earlier entry',
  shared_transaction:
    'Other addresses paid into the same transaction: the fee is split by what each of them put in',
  shielded: 'Coins went where the chain shows no amounts; what was sent includes the fee',
  split_evenly: 'A shared amount was divided evenly: correct it where each cost its own price',
  split_by_value: 'A shared amount was split by value',
  token_distribution: 'Distributed after a token sale: check whether you paid for it',
  tz_assumed_utc: 'The file names no time zone; UTC was assumed',
  ungrouped: 'Could not be grouped with other rows',
  filled_earlier: 'A program filled this order earlier: nothing states the day',
  order_side:
    'A program took one coin and another came from it later: if it was one order, say so in the review',
  stake_unknown: 'Paid by a validator: nothing states how much of it is stake and how much is reward',
  fiat: 'Cash movement',
}

/** Origin of a value. */
export function originWords(origin: string): string {
  return ORIGINS[origin] ?? sentenceCase(origin)
}

const ORIGINS: Readonly<Record<string, string>> = {
  edit: 'you set it',
  record: 'stated by the source',
  other_side: 'from the other side',
  own_price: 'from your price file',
  price: 'from the price history',
}

type Match = NonNullable<TransactionDetail['match']>

/** How sure a match is, and why. A person's own stands whatever its quality. */
export function matchWords({ quality, made_by }: Pick<Match, 'quality'> & Partial<Pick<Match, 'made_by'>>): {
  word: string
  reason: string
} {
  const { word, reason } = MATCHES[quality]
  return made_by === 'person'
    ? { word: `${word}, matched by you`, reason: 'You decided this.' }
    : { word, reason }
}

const MATCHES: Readonly<Record<Match['quality'], { word: string; reason: string }>> = {
  exact: { word: 'Exact', reason: 'Both sides name the same transaction.' },
  likely: { word: 'Likely', reason: 'Amount, time and direction fit.' },
  weak: { word: 'Weak', reason: 'Amount and time fit loosely. Look before you accept it.' },
}

/** The name of a field in the history of corrections. */
export function fieldLabel(field: string): string {
  return FIELDS[field] ?? sentenceCase(field)
}

const FIELDS: Readonly<Record<string, string>> = {
  at: 'Date (UTC)',
  type: 'Type',
  sub_type: 'Sub type',
  from_asset: 'Out currency',
  from_amount: 'Out',
  to_asset: 'In currency',
  to_amount: 'In',
  fee_asset: 'Fee currency',
  fee_amount: 'Fee',
  value: 'Value',
  value_currency: 'Currency of the value',
  gift: 'Gift',
  comment: 'Comment',
  is_ignored: 'Ignored',
}

/** A value of the history of corrections as people read it; the words for nothing where there was none. */
export function fieldValue(field: string, value: string | null): string {
  if (value === null || value === '') return 'nothing'
  if (field === 'at') return formatDateTime(value)
  if (field === 'is_ignored') return value === 'true' ? 'yes' : 'no'
  if (field === 'type') return isTransactionType(value) ? typeLabel(value, null) : value
  if (field === 'sub_type') return typeLabel('incoming', value)
  if (field === 'value') return value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
  if (field === 'gift') return giftText(value)
  return value
}

function giftText(json: string): string {
  const { donor_basis, donor_acquired } = readGift(json)
  const parts = [
    donor_basis === undefined ? undefined : `cost ${donor_basis}`,
    donor_acquired === undefined ? undefined : `acquired ${formatDay(donor_acquired)}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

export interface Gift {
  readonly donor_basis?: string
  readonly donor_acquired?: string
}

/** Cost and day of the donor's purchase, as the history stores them. */
export function readGift(json: string): Gift {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch {
    return {}
  }
  if (typeof read !== 'object' || read === null) return {}
  const { donor_basis, donor_acquired } = read as Record<string, unknown>
  return {
    ...(typeof donor_basis === 'string' ? { donor_basis } : {}),
    ...(typeof donor_acquired === 'string' ? { donor_acquired } : {}),
  }
}

function sentenceCase(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
