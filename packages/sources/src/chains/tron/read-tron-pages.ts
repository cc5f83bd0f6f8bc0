import { type Decimal, negate, zero } from '@lotbook/money'
import { b58c } from '../../addresses/codecs.ts'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import type { ChainEvent, Reward } from '../add-event.ts'
import { detailsOf } from '../cursor-walk.ts'
import { isSpam, legsOf, type Moved, placesIn, statedUnits, tokenMoved, unitsIn } from '../moved-legs.ts'
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
  return objectsOf(json['data']).map((entry) => {
    const hash = textIn(entry, 'txID') || textIn(entry, 'tx_id') || textIn(entry, 'transaction_id')
    const content = nameOf(entry)
    const again = seen.get(`${hash} ${content}`) ?? 0
    seen.set(`${hash} ${content}`, again + 1)
    const order = textIn(entry, 'block_timestamp').padStart(15, '0')
    return { hash, name: `${content} ${again}`, order, entry }
  })
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
  return readAccountEvents(
    pages,
    {
      exchange: 'TRON',
      kind: 'tron-tx',
      entriesIn: entriesOfTron,
      fieldsOf: ([first]) => ({ time: first === undefined ? '' : textIn(first.entry, 'block_timestamp') }),
      eventOf: (record, entries) => eventOf(record, entries, own, known),
    },
    balanceOf(pages),
  )
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
    if (textIn(entry, 'internal_tx_id') !== '') moved.push(...movedInside(record, entry, own))
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
  const fee =
    isSender && sent !== undefined ? unitsIn(record, 'fee', resultOf(sent, 'fee') || '0', SUN) : zero
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
    const amount = unitsIn(record, 'call_value', textIn(value, 'call_value') || '0', SUN)
    return sidesOf(own, from, textIn(value, 'contract_address')).map((isOut) => ({
      asset: 'TRX',
      amount: signed(amount, isOut),
    }))
  }
  if (type !== 'TransferAssetContract') return []
  const contract = textIn(value, 'asset_name')
  const asset = known.assets.get(contract)
  if (asset === undefined) throw record.problem('not_an_amount', 'asset_name', 'Nobody knows this token')
  const places = placesIn(record, 'precision', textIn(asset, 'precision') || '0')
  const amount = unitsIn(record, 'amount', textIn(value, 'amount'), places)
  const symbol = textIn(asset, 'abbr')
  return sidesOf(own, from, textIn(value, 'to_address')).map((isOut) =>
    tokenMoved(signed(amount, isOut), { chain: 'tron', contract, symbol }),
  )
}

/** Coins that a contract moved. @throws UnreadableValue */
function movedInside(record: JsonRecord, entry: JsonObject, own: ReadonlySet<string>): Moved[] {
  const data = entry['data']
  const values = isObject(data) ? data['call_value'] : undefined
  if (!isObject(data) || data['rejected'] === true || !isObject(values)) return []
  const amount = unitsIn(record, 'call_value', textIn(values, '_') || '0', SUN)
  return sidesOf(own, textIn(entry, 'from_address'), textIn(entry, 'to_address')).map((isOut) => ({
    asset: 'TRX',
    amount: signed(amount, isOut),
  }))
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

/** Coins that can be spent, and those that are frozen, lent or thawing. */
function balanceOf(pages: readonly ReadPage[]): StatedBalance[] {
  const page = pages.find(({ stream }) => stream === 'account')
  const [account] = page !== undefined && isObject(page.json) ? objectsOf(page.json['data']) : []
  if (page === undefined || account === undefined) return []
  const resource = account['account_resource']
  const energy = isObject(resource) ? resource : {}
  const frozenForEnergy = energy['frozen_balance_for_energy']
  const amounts = [
    textIn(account, 'balance'),
    ...objectsOf(account['frozen']).map((one) => textIn(one, 'frozen_balance')),
    ...objectsOf(account['frozenV2']).map((one) => textIn(one, 'amount')),
    ...objectsOf(account['unfrozenV2']).map((one) => textIn(one, 'unfreeze_amount')),
    isObject(frozenForEnergy) ? textIn(frozenForEnergy, 'frozen_balance') : '',
    textIn(account, 'delegated_frozen_balance_for_bandwidth'),
    textIn(account, 'delegated_frozenV2_balance_for_bandwidth'),
    textIn(energy, 'delegated_frozen_balance_for_energy'),
    textIn(energy, 'delegated_frozenV2_balance_for_energy'),
  ].filter((amount) => amount !== '')
  if (!amounts.every((amount) => /^\d{1,25}$/.test(amount))) return []
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
  return statedUnits('TRX', String(total), SUN, page.fetchedAt)
}
