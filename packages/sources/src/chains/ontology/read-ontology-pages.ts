import { compare, formatDecimal, negate, parseDecimal, plus, zero } from '@lotbook/money'
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

/** Contract that fees and stakes go to. */
const GOVERNANCE = 'AFmseVrdL9f9oyCzZefL9tG6UbviEH9ugK'
/** Contract of the coin, which pays the gas that holding it earned. */
const COIN_CONTRACT = 'AFmseVrdL9f9oyCzZefL9tG6UbvhUMqNMV'

export function entriesOfOntology(stream: string, json: unknown): NamedEntry[] | undefined {
  if (stream !== 'transactions') return []
  if (!isObject(json) || !Array.isArray(json['result'])) return undefined
  return objectsOf(json['result']).map((entry) => ({
    hash: textIn(entry, 'tx_hash'),
    name: '',
    order: `${textIn(entry, 'block_height').padStart(12, '0')}-${textIn(entry, 'block_index').padStart(6, '0')}`,
    entry,
  }))
}

/** Reads transactions of the explorer as one address sees them. Coins that are staked stay its own; the gas that they earned is income. */
export function readOntologyPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const own = access?.address ?? ''
  const pages = readPagesOf(stored)
  return readAccountEvents(
    pages,
    {
      exchange: 'Ontology',
      kind: 'ontology-tx',
      entriesIn: entriesOfOntology,
      fieldsOf: ([first]) => ({ time: first === undefined ? '' : textIn(first.entry, 'tx_time') }),
      eventOf: (record, [first]) => (first === undefined ? 'no_value_moved' : eventOf(record, first, own)),
    },
    balancesOf(pages, own),
  )
}

/** Contracts of the coin and of its gas, `0100…00` and `0200…00`. Anyone may give a token the name of either. */
const NATIVE = /^0*[12]0*$/

const transfersIn = (entry: JsonObject) =>
  objectsOf(entry['transfers']).map((one) => {
    const contract = textIn(one, 'contract_hash')
    const symbol = textIn(one, 'asset_name')
    return {
      from: textIn(one, 'from_address'),
      to: textIn(one, 'to_address'),
      symbol,
      /** `ont` or `ong`; empty for a token. */
      asset: (contract === '' || NATIVE.test(contract)) && ['ont', 'ong'].includes(symbol) ? symbol : '',
      contract,
      amount: textIn(one, 'amount'),
    }
  })

/** @throws UnreadableValue */
function eventOf(record: JsonRecord, { entry, hash, order }: ListedEntry, own: string): ChainEvent {
  const hasFailed = textIn(entry, 'confirm_flag') === '0'
  const paid = decimalIn(record, 'fee', textIn(entry, 'fee') || '0')
  let fee = zero
  let earned = zero
  const moved: Moved[] = []
  for (const { from, to, asset, symbol, contract, amount: text } of transfersIn(entry)) {
    if (from === to || (from !== own && to !== own)) continue
    const amount = decimalIn(record, 'amount', text)
    const isOut = from === own
    // A fee is listed as what it is, a transfer to the contract that collects it.
    if (isOut && asset === 'ong' && to === GOVERNANCE && compare(amount, paid) === 0) fee = plus(fee, amount)
    else if (hasFailed || (asset === 'ont' && (to === GOVERNANCE || from === GOVERNANCE))) continue
    else if (asset === 'ong' && (from === COIN_CONTRACT || from === GOVERNANCE)) earned = plus(earned, amount)
    else {
      const side = isOut ? negate(amount) : amount
      const token = { chain: 'ontology', contract: contract || symbol, symbol }
      moved.push(asset !== '' ? { asset: asset.toUpperCase(), amount: side } : tokenMoved(side, token))
    }
  }
  const isOnlyIn =
    moved.length > 0 && moved.every(({ token, amount }) => token !== undefined && amount.units > 0n)
  return {
    at: record.time('time'),
    hash,
    sequence: order,
    fee: { asset: 'ONG', amount: { value: fee, places: fee.scale } },
    legs: legsOf(moved),
    rewards: legsOf([{ asset: 'ONG', amount: earned }]).map((leg) => ({ leg, subType: 'staking_reward' })),
    flags: [
      ...(hasFailed ? ['failed'] : []),
      ...(isOnlyIn && isSpam(...moved.map(({ asset }) => asset)) ? ['spam'] : []),
    ],
  }
}

/** The coin and its gas; of an address that staked, the gas alone, for the explorer does not count the stake. */
function balancesOf(pages: readonly ReadPage[], own: string): StatedBalance[] {
  const page = pages.find(({ stream }) => stream === 'balances')
  if (page === undefined || !isObject(page.json)) return []
  const hasStaked = pages
    .flatMap(({ stream, json }) => entriesOfOntology(stream, json) ?? [])
    .some(({ entry }) =>
      transfersIn(entry).some(({ from, to, asset }) => asset === 'ont' && from === own && to === GOVERNANCE),
    )
  return objectsOf(page.json['result']).flatMap((one) => {
    const name = textIn(one, 'asset_name')
    const quantity = parseDecimal(textIn(one, 'balance'))
    const isStated = name === 'ong' || (name === 'ont' && !hasStaked)
    if (!isStated || quantity === undefined) return []
    return [{ asset: name.toUpperCase(), part: '', at: page.fetchedAt, quantity: formatDecimal(quantity) }]
  })
}
