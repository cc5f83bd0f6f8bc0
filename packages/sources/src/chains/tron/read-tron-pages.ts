import { compare, type Decimal, negate, plus, zero } from '@lotbook/money'
import { b58c } from '../../addresses/codecs.ts'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Reading } from '../../reading/outcome.ts'
import type { ChainEvent, Reward } from '../add-event.ts'
import { detailsOf } from '../cursor-walk.ts'
import { heldOnTron } from './tron-holdings.ts'
import { isSpam, legsOf, type Moved, placesIn, tokenMoved, unitsIn } from '../moved-legs.ts'
import {
  type ListedEntry,
  type NamedEntry,
  readAccountEvents,
  readPagesOf,
  type ReadPage,
} from '../read-account-events.ts'

const SUN = 6

/** Types whose coins stay the account's own: they are frozen, thawed, lent as energy or voted with. */
const OWN_MOVES: ReadonlySet<string> = new Set([
  'FreezeBalanceContract',
  'UnfreezeBalanceContract',
  'FreezeBalanceV2Contract',
  'UnfreezeBalanceV2Contract',
  'WithdrawExpireUnfreezeContract',
  'CancelAllUnfreezeV2Contract',
  'DelegateResourceContract',
  'UnDelegateResourceContract',
  'VoteWitnessContract',
  'AccountCreateContract',
  'AccountUpdateContract',
  'AccountPermissionUpdateContract',
  'CreateSmartContract',
])

/** Type and parameters of a transaction; TRON has one contract in each. */
export function contractIn(entry: JsonObject): { readonly type: string; readonly value: JsonObject } {
  const raw = entry['raw_data']
  const [contract] = isObject(raw) ? objectsOf(raw['contract']) : []
  const parameter = contract?.['parameter']
  const value = isObject(parameter) ? parameter['value'] : undefined
  return {
    type: contract === undefined ? '' : textIn(contract, 'type'),
    value: isObject(value) ? value : {},
  }
}

/** Entries of the two lists: transactions, those that contracts made among them, and transfers of tokens. */
export function entriesOfTron(stream: string, json: unknown): NamedEntry[] | undefined {
  if (stream !== 'transactions' && stream !== 'tokens') return []
  if (!isObject(json) || !Array.isArray(json['data'])) return undefined
  const seen = new Map<string, number>()
  return objectsOf(json['data'])
    .flatMap(withInside)
    .map((entry) => {
      const hash = textIn(entry, 'txID') || textIn(entry, 'tx_id') || textIn(entry, 'transaction_id')
      const content = nameOf(entry)
      const again = seen.get(`${hash} ${content}`) ?? 0
      // A movement by a contract has an id: it can be listed by itself and with its transaction, and is one.
      if (textIn(entry, 'internal_tx_id') === '') seen.set(`${hash} ${content}`, again + 1)
      const order = textIn(entry, 'block_timestamp').padStart(15, '0')
      return { hash, name: `${content} ${again}`, order, entry }
    })
}

/** A transaction, and behind it what contracts moved in it, in the fields of an entry of its own. */
export function withInside(entry: JsonObject): readonly JsonObject[] {
  const hash = textIn(entry, 'txID')
  const inside = objectsOf(entry['internal_transactions']).map((one, n) => ({
    ...one,
    internal_tx_id: textIn(one, 'internal_tx_id') || `${hash} ${n}`,
    tx_id: hash,
    block_timestamp: entry['block_timestamp'],
  }))
  return [entry, ...inside]
}

function nameOf(entry: JsonObject): string {
  if (textIn(entry, 'txID') !== '') return ''
  const internal = textIn(entry, 'internal_tx_id')
  if (internal !== '') return `internal ${internal}`
  const token = entry['token_info']
  const parts = ['from', 'to', 'value', 'type'].map((field) => textIn(entry, field))
  return ['token', isObject(token) ? textIn(token, 'address') : '', ...parts].join(' ')
}

/** What details of the walk state. */
interface Known {
  readonly assets: ReadonlyMap<string, JsonObject>
  readonly rewards: ReadonlyMap<string, string>
}

/** Reads lists of TronGrid as one account sees them. Frozen coins and votes are its own; only what it earned for them comes in. */
export function readTronPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const own = ownOf(access?.address ?? '')
  const pages = readPagesOf(stored)
  const known = knownOf(pages)
  const reading = readAccountEvents(
    pages,
    {
      exchange: 'TRON',
      kind: 'tron-tx',
      entriesIn: entriesOfTron,
      fieldsOf: ([first]) => ({ time: first === undefined ? '' : textIn(first.entry, 'block_timestamp') }),
      eventOf: (record, entries) => eventOf(record, entries, own, known),
    },
    [],
  )
  return { ...reading, balances: heldOnTron(pages, reading.transactions) }
}

/** An address in its two spellings: transactions write it in hexadecimal, transfers of tokens in Base58. */
function ownOf(address: string): ReadonlySet<string> {
  const bytes = b58c(address)
  return new Set([address, bytes === undefined ? '' : Buffer.from(bytes).toString('hex')])
}

function knownOf(pages: readonly ReadPage[]): Known {
  const details = pages.filter(({ stream }) => stream === detailsOf('transactions'))
  const assets = new Map<string, JsonObject>()
  const rewards = new Map<string, string>()
  for (const { place, json } of details) {
    const [, kind = '', of = ''] = place.split(':')
    if (!isObject(json)) continue
    const [asset] = objectsOf(json['data'])
    if (kind === 'asset' && asset !== undefined) assets.set(of, asset)
    if (kind === 'reward') rewards.set(of, textIn(json, 'withdraw_amount') || '0')
  }
  return { assets, rewards }
}

/** @throws UnreadableValue */
function eventOf(
  record: JsonRecord,
  entries: readonly ListedEntry[],
  own: ReadonlySet<string>,
  known: Known,
): ChainEvent {
  const [first] = entries
  const hash = first?.hash ?? ''
  const sent = entries.find(({ entry }) => textIn(entry, 'txID') !== '')?.entry
  const hasFailed = sent !== undefined && !['SUCCESS', ''].includes(resultOf(sent, 'contractRet'))
  const { type = '', value = {} } = sent === undefined ? {} : contractIn(sent)
  const isSender = own.has(textIn(value, 'owner_address'))
  const moved: Moved[] = []
  const rewards: Reward[] = []
  const words: string[] = []
  if (sent !== undefined && !hasFailed) {
    moved.push(...movedBySent(record, { type, value }, own, known))
    if (type === 'WithdrawBalanceContract' && isSender) {
      const earned = textIn(sent, 'withdraw_amount') || (known.rewards.get(hash) ?? '')
      const [leg] = legsOf([{ asset: 'TRX', amount: unitsIn(record, 'withdraw_amount', earned, SUN) }])
      if (leg !== undefined) rewards.push({ leg, subType: 'staking_reward' })
    }
  }
  for (const { entry } of entries) {
    if (textIn(entry, 'internal_tx_id') !== '') moved.push(...movedInside(record, entry, own, known))
    else if (isObject(entry['token_info'])) {
      const token = entry['token_info']
      words.push(textIn(token, 'symbol'), textIn(token, 'name'))
      moved.push(...movedToken(record, entry, token, own))
    }
  }
  const isUnknown = isSender && !hasFailed && moved.length === 0 && !isKnownType(type)
  const isTokenOnly = words.length > 0 && !isSender
  const flags = [
    ...(hasFailed ? ['failed'] : []),
    ...(isUnknown ? [`unmapped_type:${type}`] : []),
    ...(isTokenOnly && isSpam(...words) ? ['spam'] : []),
  ]
  const fee = isSender && sent !== undefined ? feeIn(record, sent) : zero
  return {
    at: record.time('time'),
    hash,
    sequence: first?.order ?? null,
    fee: { asset: 'TRX', amount: { value: fee, places: fee.scale } },
    legs: legsOf(moved),
    rewards,
    flags,
  }
}

const isKnownType = (type: string): boolean =>
  OWN_MOVES.has(type) ||
  ['', 'TransferContract', 'TriggerSmartContract', 'WithdrawBalanceContract'].includes(type)

/**
 * What a transaction burned in all. Its result states that, with what an account cost to make; what energy and bandwidth burned is a part
 * of it, and all that some answers state. https://developers.tron.network/reference/get-transaction-info-by-account-address
 *
 * @throws UnreadableValue
 */
function feeIn(record: JsonRecord, sent: JsonObject): Decimal {
  const sun = (field: string, text: string) => unitsIn(record, field, text || '0', SUN)
  const stated = sun('fee', resultOf(sent, 'fee'))
  const burned = ['energy_fee', 'net_fee'].map((field) => sun(field, textIn(sent, field))).reduce(plus, zero)
  return compare(stated, burned) < 0 ? burned : stated
}

function resultOf(entry: JsonObject, field: string): string {
  const [result] = objectsOf(entry['ret'])
  return result === undefined ? '' : textIn(result, field)
}

const signed = (amount: Decimal, isOut: boolean): Decimal => (isOut ? negate(amount) : amount)

/** The two sides of a transfer that are the account's own. */
function sidesOf(own: ReadonlySet<string>, from: string, to: string): readonly boolean[] {
  return [...(own.has(from) ? [true] : []), ...(own.has(to) ? [false] : [])]
}

/** @throws UnreadableValue */
function movedBySent(
  record: JsonRecord,
  { type, value }: ReturnType<typeof contractIn>,
  own: ReadonlySet<string>,
  known: Known,
): Moved[] {
  const from = textIn(value, 'owner_address')
  if (type === 'TransferContract') {
    const amount = unitsIn(record, 'amount', textIn(value, 'amount'), SUN)
    return sidesOf(own, from, textIn(value, 'to_address')).map((isOut) => ({
      asset: 'TRX',
      amount: signed(amount, isOut),
    }))
  }
  if (type === 'TriggerSmartContract') {
    const to = textIn(value, 'contract_address')
    const amount = unitsIn(record, 'call_value', textIn(value, 'call_value') || '0', SUN)
    const coins = sidesOf(own, from, to).map((isOut) => ({ asset: 'TRX', amount: signed(amount, isOut) }))
    const { contract, units } = tokenPaid(value)
    return contract === ''
      ? coins
      : [...coins, ...movedOld(record, { contract, units, from, to }, own, known)]
  }
  if (type !== 'TransferAssetContract') return []
  const to = textIn(value, 'to_address')
  const [contract, units] = [textIn(value, 'asset_name'), textIn(value, 'amount')]
  return movedOld(record, { contract, units, from, to }, own, known)
}

/** The token of the older kind (TRC-10) that a call paid with; its contract is empty for none. */
function tokenPaid(value: JsonObject): { readonly contract: string; readonly units: string } {
  const units = textIn(value, 'call_token_value') || '0'
  return { contract: units === '0' ? '' : textIn(value, 'token_id'), units }
}

interface OldTransfer {
  readonly contract: string
  readonly units: string
  readonly from: string
  readonly to: string
}

/** A transfer of a token of the older kind. @throws UnreadableValue */
function movedOld(
  record: JsonRecord,
  { contract, units, from, to }: OldTransfer,
  own: ReadonlySet<string>,
  known: Known,
): Moved[] {
  const sides = sidesOf(own, from, to)
  if (sides.length === 0) return []
  const asset = known.assets.get(contract)
  if (asset === undefined) throw record.problem('not_an_amount', 'asset_name', 'Nobody knows this token')
  const places = placesIn(record, 'precision', textIn(asset, 'precision') || '0')
  const amount = unitsIn(record, 'amount', units, places)
  const symbol = textIn(asset, 'abbr')
  return sides.map((isOut) => tokenMoved(signed(amount, isOut), { chain: 'tron', contract, symbol }))
}

/** Calls in hexadecimal that run in the caller's place and so move nothing: `delegatecall`, `callcode`. */
const IN_PLACE: ReadonlySet<string> = new Set(['64656c656761746563616c6c', '63616c6c636f6465'])

/** Amounts that a contract moved by a call, by token: coins under `_`, TRC-10 tokens under their number. */
function paidInside(entry: JsonObject): readonly (readonly [contract: string, units: string])[] {
  const data = entry['data']
  if (!isObject(data) || data['rejected'] === true || IN_PLACE.has(textIn(data, 'note'))) return []
  const values = isObject(data['call_value']) ? data['call_value'] : {}
  return Object.keys(values).map((contract) => [contract, textIn(values, contract)] as const)
}

/** Coins and tokens that a contract moved. @throws UnreadableValue */
function movedInside(record: JsonRecord, entry: JsonObject, own: ReadonlySet<string>, known: Known): Moved[] {
  const [from, to] = [textIn(entry, 'from_address'), textIn(entry, 'to_address')]
  return paidInside(entry).flatMap(([contract, units]) => {
    if (contract !== '_') return movedOld(record, { contract, units, from, to }, own, known)
    const amount = unitsIn(record, 'call_value', units, SUN)
    return sidesOf(own, from, to).map((isOut) => ({ asset: 'TRX', amount: signed(amount, isOut) }))
  })
}

/** Tokens of the older kind that an entry names, whose decimals it does not state. */
export function oldTokensIn(entry: JsonObject): string[] {
  const { type, value } = contractIn(entry)
  const paid = type === 'TransferAssetContract' ? textIn(value, 'asset_name') : tokenPaid(value).contract
  const inside = withInside(entry).flatMap((one) => paidInside(one).map(([contract]) => contract))
  return [...new Set([paid, ...inside])].filter((contract) => contract !== '' && contract !== '_')
}

/** @throws UnreadableValue */
function movedToken(
  record: JsonRecord,
  entry: JsonObject,
  token: JsonObject,
  own: ReadonlySet<string>,
): Moved[] {
  if (textIn(entry, 'type') !== 'Transfer') return []
  const amount = unitsIn(
    record,
    'value',
    textIn(entry, 'value'),
    placesIn(record, 'decimals', textIn(token, 'decimals')),
  )
  const words = { chain: 'tron', contract: textIn(token, 'address'), symbol: textIn(token, 'symbol') }
  return sidesOf(own, textIn(entry, 'from'), textIn(entry, 'to')).map((isOut) =>
    tokenMoved(signed(amount, isOut), words),
  )
}
