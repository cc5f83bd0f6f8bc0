import { isFiat, isTransactionType, typeLabel } from '@lotbook/journal'
import type { TransactionDetail, TransactionRow } from '@lotbook/contract'
import { formatDateTime, formatDay } from '../../ui/format/format-date-time.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'

type Leg = NonNullable<TransactionRow['from']>

/** A side as people say it: currencies of states as money, the rest as a quantity. */
export function legText({ asset, symbol, amount }: Leg): string {
  return isFiat(asset) ? formatMoney(amount, { currency: asset }) : formatQuantity(amount, { ticker: symbol })
}

/** What happened, in one line: "Sold 1.2 ETH for $3,960.00". */
export function headline(row: TransactionRow): string {
  const { type, sub_type, from, to } = row
  const out = from === null ? 'nothing' : legText(from)
  const into = to === null ? 'nothing' : legText(to)
  switch (type) {
    case 'transfer':
      return `Moved ${out} to ${row.other_account_name ?? 'another account'}`
    case 'buy':
      return `Bought ${into} for ${out}`
    case 'sell':
      return `Sold ${out} for ${into}`
    case 'trade':
      return `Traded ${out} for ${into}`
    case 'swap':
      return `${out} became ${into}`
    case 'ico':
      return `Bought ${into} in an ICO for ${out}`
    case 'incoming':
      return sub_type === 'received' ? `Received ${into}` : `${typeLabel(type, sub_type)}: ${into}`
    case 'outgoing':
      return sub_type === 'sent' ? `Sent ${out}` : `${typeLabel(type, sub_type)}: ${out}`
    case 'nft':
      return `${typeLabel(type, sub_type)}: ${from === null ? into : to === null ? out : `${into} for ${out}`}`
  }
}

export interface FindingWords {
  /** In a row of the list. */
  readonly mark: string
  /** What is open, and what answers it. */
  readonly sentence: string
}

/** What a finding on a transaction says to a person. A code not known here is shown as its own words. */
export function findingWords(code: string): FindingWords {
  return FINDINGS[code] ?? { mark: sentenceCase(code), sentence: `${sentenceCase(code)}.` }
}

const FINDINGS: Readonly<Record<string, FindingWords>> = {
  missing_basis: {
    mark: 'Missing cost basis',
    sentence:
      'More was disposed of than Lotbook has seen you acquire, so the uncovered part counts with a cost of zero. Import where it came from.',
  },
  missing_price: {
    mark: 'Missing price',
    sentence:
      'No price is known for this moment, so it has no value yet. Edit the transaction and enter its value.',
  },
  weak_match: {
    mark: 'Possible transfer',
    sentence: 'This may be a transfer between your own accounts. Say whether it is, under Transfer below.',
  },
  unmatched_send: {
    mark: 'Where did it go?',
    sentence:
      'Sent to somewhere Lotbook does not know. Import the account it went to, or change the type to what it was.',
  },
  unmatched_receive: {
    mark: 'Where is it from?',
    sentence:
      'Received from somewhere Lotbook does not know. Import the account it came from, or change the type to what it was.',
  },
  possible_duplicate: {
    mark: 'Possible duplicate',
    sentence: 'Another transaction looks the same. If it is the same one, ignore one of the two.',
  },
  edit_differs_from_import: {
    mark: 'Import differs',
    sentence: 'A newer import brought another value for a field you edited. Your edit stands.',
  },
  gift_basis_unknown: {
    mark: 'Gift basis unknown',
    sentence:
      'What the giver paid is not known. Edit the transaction and enter their cost and date if you have them.',
  },
  staking_return_exceeds_lockup: {
    mark: 'More returned than staked',
    sentence: 'More came back from staking than was locked up. The surplus may be a reward.',
  },
  spec_lot_unavailable: {
    mark: 'Chosen lot not there',
    sentence: 'A lot that was chosen for this disposal was no longer there; the next in order was used.',
  },
}

/** What a reader had to assume about a row. */
export function flagWords(flag: string): string {
  return FLAGS[flag] ?? sentenceCase(flag)
}

const FLAGS: Readonly<Record<string, string>> = {
  counter_leg_missing: 'The other side of this trade is missing from the file',
  native_assumed: "The chain's own coin was assumed",
  paired_by_order: 'Two rows were paired by their order in the file',
  reversal: 'Reverses an earlier entry',
  split_by_value: 'A shared amount was split by value',
  ungrouped: 'Could not be grouped with other rows',
  fiat: 'Cash movement',
}

/** Where a value comes from. */
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

/** How sure a match is, and why. */
export function matchWords({ quality }: Pick<Match, 'quality'>): { word: string; reason: string } {
  return MATCHES[quality]
}

const MATCHES: Readonly<Record<Match['quality'], { word: string; reason: string }>> = {
  exact: { word: 'Exact', reason: 'Both sides name the same transaction.' },
  likely: { word: 'Likely', reason: 'Amount, time and direction fit.' },
  weak: { word: 'Weak', reason: 'Amount and time fit loosely. Look before you accept it.' },
  person: { word: 'Yours', reason: 'You said so, and that stands.' },
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

/** What the giver paid and when, as the history keeps it. */
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
