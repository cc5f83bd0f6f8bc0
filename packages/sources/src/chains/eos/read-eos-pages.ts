import { formatDecimal, negate, plus, zero, parseDecimal } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import type { ChainEvent } from '../add-event.ts'
import { decimalIn, isSpam, legsOf, type Moved, tokenMoved } from '../moved-legs.ts'
import {
  type ListedEntry,
  type NamedEntry,
  readAccountEvents,
  readPagesOf,
  type ReadPage,
} from '../read-account-events.ts'

const COIN = 'EOS'
const COIN_CONTRACT = 'eosio.token'
/** Units of the coin that the chain counts stakes in. */
const STAKE_PLACES = 4
/** Accounts of the system that keep coins which stay their owner's. */
const KEEPERS: ReadonlySet<string> = new Set(['eosio.stake', 'eosio.rex'])

export function entriesOfEos(stream: string, json: unknown): NamedEntry[] | undefined {
  if (stream !== 'actions') return []
  if (!isObject(json) || !Array.isArray(json['actions'])) return undefined
  return objectsOf(json['actions']).map((entry) => ({
    hash: textIn(entry, 'trx_id'),
    name: textIn(entry, 'global_sequence').padStart(20, '0'),
    order: `${textIn(entry, 'block_num').padStart(12, '0')}-${textIn(entry, 'global_sequence').padStart(20, '0')}`,
    entry,
  }))
}

/** Reads actions of Hyperion as one account sees them. Transfers cost nothing, and what is staked or lent stays the account's own. */
export function readEosPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const own = access?.address ?? ''
  const pages = readPagesOf(stored)
  return readAccountEvents(
    pages,
    {
      exchange: 'EOS',
      kind: 'eos-tx',
      entriesIn: entriesOfEos,
      fieldsOf: ([first]) => ({ time: first === undefined ? '' : momentIn(first.entry) }),
      eventOf: (record, entries) => eventOf(record, entries, own),
      unreadIn: (entries) =>
        entries.some(({ entry }) => isOfOwn(entry, own) && quantityIn(entry) === undefined)
          ? 'A transfer without an amount, as those of NFTs are. It is not counted: add it by hand'
          : undefined,
    },
    balanceOf(pages),
  )
}

/** A moment with the zone that Hyperion leaves out. */
function momentIn(entry: JsonObject): string {
  const time = textIn(entry, '@timestamp') || textIn(entry, 'timestamp')
  return time === '' || time.endsWith('Z') ? time : `${time}Z`
}

/** @throws UnreadableValue */
function eventOf(record: JsonRecord, entries: readonly ListedEntry[], own: string): ChainEvent {
  const moved = entries.flatMap(({ entry }) => movedBy(record, entry, own))
  const isOnlyIn =
    moved.length > 0 && moved.every(({ amount, token }) => amount.units > 0n && token !== undefined)
  const words = entries.map(({ entry }) => textIn(dataIn(entry), 'memo'))
  return {
    at: record.time('time'),
    hash: entries[0]?.hash ?? '',
    sequence: entries[0]?.order ?? null,
    fee: null,
    legs: legsOf(moved),
    flags: isOnlyIn && isSpam(...moved.map(({ asset }) => asset), ...words) ? ['spam'] : [],
  }
}

const actIn = ({ act }: JsonObject): JsonObject => (isObject(act) ? act : {})
const dataIn = (entry: JsonObject): JsonObject => {
  const { data } = actIn(entry)
  return isObject(data) ? data : {}
}

const isOfOwn = (entry: JsonObject, own: string): boolean =>
  ['from', 'to'].some((field) => textIn(dataIn(entry), field) === own)

/**
 * The amount of a transfer and its symbol, "1.5000 EOS"; undefined where it states none. Some contracts call it its value, and servers
 * whose index is old keep its parts alone.
 */
function quantityIn(entry: JsonObject): readonly [amount: string, symbol: string] | undefined {
  const data = dataIn(entry)
  const [amount = '', symbol = ''] = (textIn(data, 'quantity') || textIn(data, 'value')).split(' ')
  if (amount !== '' && symbol !== '') return [amount, symbol]
  const parts = [textIn(data, 'amount'), textIn(data, 'symbol')] as const
  return parts.includes('') ? undefined : parts
}

/** @throws UnreadableValue */
function movedBy(record: JsonRecord, entry: JsonObject, own: string): Moved[] {
  const data = dataIn(entry)
  const contract = textIn(actIn(entry), 'account')
  const [from, to] = [textIn(data, 'from'), textIn(data, 'to')]
  const isCoin = contract === COIN_CONTRACT
  if (textIn(actIn(entry), 'name') !== 'transfer' || (isCoin && (KEEPERS.has(from) || KEEPERS.has(to))))
    return []
  const quantity = quantityIn(entry)
  if (quantity === undefined) return []
  const [text, symbol] = quantity
  const amount = decimalIn(record, 'quantity', text)
  const sides = [...(from === own ? [negate(amount)] : []), ...(to === own ? [amount] : [])]
  return sides.map((side) =>
    isCoin && symbol === COIN
      ? { asset: COIN, amount: side }
      : tokenMoved(side, { chain: 'eos', contract: `${contract}-${symbol}`, symbol }),
  )
}

/** Coins that can be spent, those that are staked, and those that come back from a stake. */
function balanceOf(pages: readonly ReadPage[]): StatedBalance[] {
  const page = pages.find(({ stream }) => stream === 'account')
  if (page === undefined || !isObject(page.json)) return []
  const { voter_info: voter, refund_request: refund, rex_info: lent } = page.json
  // Nobody says what a share of the lending pool is worth.
  if (isObject(lent)) return []
  const coins = [
    textIn(page.json, 'core_liquid_balance'),
    ...(isObject(refund) ? [textIn(refund, 'net_amount'), textIn(refund, 'cpu_amount')] : []),
  ]
  const staked = isObject(voter) ? textIn(voter, 'staked') || '0' : '0'
  if (!/^\d{1,20}$/.test(staked)) return []
  let total = { units: BigInt(staked), scale: STAKE_PLACES }
  for (const text of coins) {
    // An account without a coin states none.
    const [amount = '', symbol = COIN] = text.split(' ')
    const value = amount === '' ? zero : parseDecimal(amount)
    if (value === undefined || symbol !== COIN) return []
    total = plus(total, value)
  }
  return [{ asset: COIN, part: '', at: page.fetchedAt, quantity: formatDecimal(total) }]
}
