import type { AssetId } from '@lotbook/journal'
import type { StoredPage } from '../../connecting/connector.ts'
import { absoluteAmount, isZeroAmount } from '../../reading/amount-text.ts'
import { bareHash } from '../../reading/bare-hash.ts'
import { Collector, type DraftLeg, exchangeType, SeenNames } from '../../reading/collector.ts'
import type { Reading } from '../../reading/outcome.ts'
import { shown } from '../../reading/shown.ts'
import { exactJsonOf, isObject, type JsonObject, objectsOf, textIn } from '../json-answer.ts'
import type { JsonRecord } from '../json-record.ts'
import { newestEntries } from '../newest-entries.ts'
import { sayUncounted, uncountedCosts } from '../uncounted-costs.ts'

/** Wallets come first: they say what the ids of the others stand for. */
export const LISTS = ['wallets', 'fiatwallets', 'trades', 'wallets/transactions', 'fiatwallets/transactions']

/** The entries of an answer; undefined where it is none. */
export function entriesOf(text: string): readonly JsonObject[] | undefined {
  const answer = exactJsonOf(text)
  const data = isObject(answer) ? answer['data'] : undefined
  return Array.isArray(data) && data.every(isObject) ? data : undefined
}

/** Entries of a page: a swap is two trades, of which one may hold the other. */
export function tradesWithin(list: string, entry: JsonObject): readonly JsonObject[] {
  const { attributes } = entry
  const other = list === 'trades' && isObject(attributes) ? attributes['related_swap_trade'] : undefined
  return isObject(other) ? [entry, other] : [entry]
}

/** The name of an entry. The id of a transaction alone is not always its own. */
export function nameOf(list: string, entry: JsonObject): string {
  const id = textIn(entry, 'id')
  if (list === 'trades') return `trade ${id}`
  const attributes = isObject(entry['attributes']) ? entry['attributes'] : {}
  return `${list} ${id} ${textIn(attributes, 'tx_id')}`.trim()
}

/** Reads trades, deposits, withdrawals and rewards of Bitpanda. A trade moves wallets too: those entries are skipped. */
export function readBitpandaPages(pages: readonly StoredPage[]): Reading {
  const codes = codesOf(pages)
  const out = new Collector({ exchange: 'Bitpanda', names: new SeenNames() })
  const { entries, refused } = newestEntries(
    pages.filter(({ stream }) => stream !== 'wallets' && stream !== 'fiatwallets'),
    {
      kind: 'bitpanda-api',
      entriesOf: ({ stream, text }) =>
        entriesOf(text)
          ?.flatMap((entry) => tradesWithin(stream, entry))
          .map((entry) => [nameOf(stream, entry), entry] as const),
      fieldsOf: ({ attributes }) => (isObject(attributes) ? attributes : {}),
      added: beside,
    },
  )
  const feePayments = new Set(entries.map(({ entry }) => feePaymentOf(entry)).filter((id) => id !== ''))
  for (const { stream, entry, record } of entries)
    out.attempt([record], () => {
      const reason = NOT_DONE[record.text('status')]
      if (reason !== undefined) return out.skip([record], reason)
      if (record.text('status') !== 'finished')
        throw record.problem('unmapped_type', 'status', 'Not known whether it happened')
      if (stream === 'trades') readTrade(record, entry, codes, out)
      else if (feePayments.has(textIn(entry, 'id'))) out.skip([record], 'covered_by_other_file')
      else readMovement(record, entry, codes, out)
    })
  const { transactions, skipped, notes, errors } = out
  return { transactions, skipped, notes, errors: [...refused, ...errors], balances: [] }
}

const NOT_DONE: Readonly<Record<string, string>> = {
  pending: 'pending',
  processing: 'pending',
  unconfirmed_transaction_out: 'pending',
  open_invitation: 'pending',
  canceled: 'cancelled',
}

/** Codes of coins and currencies by kind and id. */
function codesOf(pages: readonly StoredPage[]): ReadonlyMap<string, string> {
  const codes = new Map<string, string>()
  for (const { stream, text } of pages)
    if (stream === 'wallets' || stream === 'fiatwallets')
      for (const { attributes } of entriesOf(text) ?? [])
        if (isObject(attributes)) {
          const kind = stream === 'wallets' ? 'cryptocoin' : 'fiat'
          const code = textIn(attributes, `${kind}_symbol`)
          if (code !== '') codes.set(`${kind} ${textIn(attributes, `${kind}_id`)}`, code.toUpperCase())
        }
  return codes
}

/** The id and time of an entry, which stand beside its fields. */
function beside({ id, attributes }: JsonObject): JsonObject {
  const time = isObject(attributes) ? attributes['time'] : undefined
  return { id, unix: isObject(time) ? time['unix'] : undefined }
}

function assetOf(
  record: JsonRecord,
  kind: 'cryptocoin' | 'fiat',
  codes: ReadonlyMap<string, string>,
): AssetId {
  const id = record.text(`${kind}_id`)
  const code = record.text(`${kind}_symbol`).toUpperCase() || codes.get(`${kind} ${id}`)
  if (code === undefined)
    throw record.problem('unmapped_type', `${kind}_id`, `Bitpanda does not say which coin ${shown(id)} is`)
  return code
}

function readTrade(
  record: JsonRecord,
  entry: JsonObject,
  codes: ReadonlyMap<string, string>,
  out: Collector,
): void {
  const own = {
    asset: assetOf(record, 'cryptocoin', codes),
    amount: record.requiredAmount('amount_cryptocoin'),
  }
  const other = { asset: assetOf(record, 'fiat', codes), amount: record.requiredAmount('amount_fiat') }
  const side = record.text('type')
  if (side !== 'buy' && side !== 'sell')
    throw record.problem('unmapped_type', 'type', `Neither a buy nor a sale: ${shown(side)}`)
  const [from, to] = side === 'buy' ? [other, own] : [own, other]
  const fee = feeOf(record, entry)
  sayOpen(record, entry, fee, out)
  out.add([record], {
    at: record.time('unix'),
    type: exchangeType(from.asset, to.asset),
    from,
    to,
    fee,
    externalId: record.text('id'),
  })
}

/** The wallet transaction by which the fee of a trade was paid in Bitpanda's own coin. */
function paymentOf(entry: JsonObject): JsonObject {
  const within = (value: unknown, field: string): JsonObject => {
    const found = isObject(value) ? value[field] : undefined
    return isObject(found) ? found : {}
  }
  const collection = within(entry['attributes'], 'best_fee_collection')
  return within(within(collection, 'attributes'), 'wallet_transaction')
}

const feePaymentOf = (entry: JsonObject): string => textIn(paymentOf(entry), 'id')

/** The fee in Bitpanda's own coin. A fee that a trade states besides (`fee_amount_in_fiat`) is in its amount already. */
function feeOf(record: JsonRecord, entry: JsonObject): DraftLeg | null {
  const attributes = paymentOf(entry)['attributes']
  if (!isObject(attributes)) return null
  const cost = record.of(attributes).amount('fee')
  return cost === null || isZeroAmount(cost) ? null : { asset: 'BEST', amount: absoluteAmount(cost) }
}

/** A fee that is in the amounts, and the part that its own coin takes off a fee. */
const KNOWN_COSTS = ['fee.attributes.fee_amount_in_fiat', 'best_fee_collection.attributes.bfc_deduction']

function sayOpen(record: JsonRecord, { attributes }: JsonObject, fee: DraftLeg | null, out: Collector): void {
  if (!isObject(attributes)) return
  const costs = uncountedCosts(attributes, fee === null ? [] : [fee.amount], KNOWN_COSTS)
  // The other trade of a swap states its own.
  sayUncounted(
    out,
    record,
    'Bitpanda',
    costs.filter(({ field }) => !field.startsWith('related_swap_trade.')),
  )
}

function readMovement(
  record: JsonRecord,
  entry: JsonObject,
  codes: ReadonlyMap<string, string>,
  out: Collector,
): void {
  const type = record.text('type')
  if (type === 'buy' || type === 'sell') return out.skip([record], 'covered_by_other_file')
  const asset = assetOf(record, record.text('fiat_id') === '' ? 'cryptocoin' : 'fiat', codes)
  const amount = absoluteAmount(record.requiredAmount('amount'))
  const cost = record.amount('fee')
  const fee = cost === null || isZeroAmount(cost) ? null : { asset, amount: absoluteAmount(cost) }
  sayOpen(record, entry, fee, out)
  const base = {
    at: record.time('unix'),
    externalId: record.text('id'),
    txHash: bareHash(record.text('tx_id')),
    fee,
    // Coins that go into a stake or come back from it look like those that it earned.
    flags: type === 'transfer' && tagsOf(entry).includes('stake') ? ['review'] : [],
  }
  const isIncoming =
    record.text('in_or_out') === '' ? type === 'deposit' : record.text('in_or_out') === 'incoming'
  switch (type) {
    case 'deposit':
    case 'withdrawal':
    case 'transfer':
    case 'refund':
      if (!isIncoming)
        return out.add([record], {
          ...base,
          type: 'outgoing',
          subType: isOfFee(record) ? 'fee' : 'sent',
          from: { asset, amount },
        })
      return out.add([record], {
        ...base,
        type: 'incoming',
        subType: type === 'transfer' ? rewardOf(entry) : 'received',
        to: { asset, amount },
      })
    default:
      throw record.problem('unmapped_type', 'type', `Not a known kind of entry: ${shown(type)}`)
  }
}

/** Whether a transfer paid for the storage of metal, or the fee of a trade that is not in these lists. */
const isOfFee = (record: JsonRecord): boolean =>
  record.text('is_metal_storage_fee') === 'true' || record.text('is_bfc') === 'true'

/** A transfer that Bitpanda tags as a reward is one; every other came from outside or from an account of the customer. */
function rewardOf(entry: JsonObject): 'staking_reward' | 'misc_reward' | 'received' {
  const tags = tagsOf(entry)
  if (tags.some((tag) => tag.includes('staking'))) return 'staking_reward'
  return tags.some((tag) => tag.includes('reward')) ? 'misc_reward' : 'received'
}

function tagsOf(entry: JsonObject): readonly string[] {
  const attributes = isObject(entry['attributes']) ? entry['attributes'] : {}
  return objectsOf(attributes['tags']).map(({ attributes: tag }) =>
    isObject(tag) ? textIn(tag, 'short_name').toLowerCase() : '',
  )
}
