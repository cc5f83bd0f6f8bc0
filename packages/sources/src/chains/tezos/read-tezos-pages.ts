import { type Decimal, negate, plus, zero } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import type { ChainEvent } from '../add-event.ts'
import { detailsOf } from '../cursor-walk.ts'
import { isSpam, legsOf, type Moved, placesIn, statedUnits, tokenMoved, unitsIn } from '../moved-legs.ts'
import {
  type ListedEntry,
  type NamedEntry,
  readAccountEvents,
  readPagesOf,
  type ReadPage,
} from '../read-account-events.ts'

const MUTEZ = 6

/** Operations and transfers of tokens. `hashes` gives the hash of an operation by its number, which a transfer states in its place. */
export function entriesOfTezos(
  stream: string,
  json: unknown,
  hashes: ReadonlyMap<string, string> = new Map(),
): NamedEntry[] | undefined {
  if (stream !== 'operations' && stream !== 'tokens') return []
  if (!Array.isArray(json)) return undefined
  return objectsOf(json).map((entry) => {
    const id = textIn(entry, 'id')
    const made = textIn(entry, 'transactionId')
    // What was there when a contract began has no transaction of its own.
    const hash = stream === 'operations' ? textIn(entry, 'hash') : (hashes.get(made) ?? `transfer:${id}`)
    const order = (stream === 'operations' ? id : made || id).padStart(20, '0')
    const level = textIn(entry, 'level').padStart(12, '0')
    return {
      hash: hash || (textIn(entry, 'type') === 'activation' ? `activation:${id}` : ''),
      name: `${stream} ${id.padStart(20, '0')}`,
      order: `${level}-${order}`,
      entry,
      id: `${stream}:${id}`,
    }
  })
}

/** Reads operations of TzKT as one account sees them. Operations of one hash are one event. */
export function readTezosPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const own = access?.address ?? ''
  const pages = readPagesOf(stored)
  const hashes = new Map(
    pages
      .filter(({ stream }) => stream === detailsOf('tokens'))
      .flatMap(({ json }) => objectsOf(json).map((row) => [textIn(row, 'id'), textIn(row, 'hash')] as const)),
  )
  return readAccountEvents(
    pages,
    {
      exchange: 'Tezos',
      kind: 'tezos-op',
      entriesIn: (stream, json) => entriesOfTezos(stream, json, hashes),
      fieldsOf: ([first]) => ({ time: first === undefined ? '' : textIn(first.entry, 'timestamp') }),
      eventOf: (record, entries) => eventOf(record, entries, own),
    },
    balanceOf(pages),
  )
}

/** @throws UnreadableValue */
function eventOf(record: JsonRecord, entries: readonly ListedEntry[], own: string): ChainEvent {
  const operations = entries.filter(({ stream }) => stream === 'operations').map(({ entry }) => entry)
  const applied = operations.filter((one) => ['applied', ''].includes(textIn(one, 'status')))
  const moved = [
    ...applied.flatMap((one) => movedCoins(record, one, own)),
    ...entries
      .filter(({ stream }) => stream === 'tokens')
      .flatMap(({ entry }) => movedTokens(record, entry, own)),
  ]
  const fee = operations.map((one) => feeIn(record, one, own)).reduce(plus, zero)
  const isPayer = operations.some((one) => payerOf(one) === own)
  const isTokenOnly = !isPayer && moved.every(({ token }) => token !== undefined)
  const isAdvertisement = isTokenOnly && isSpam(...moved.map(({ asset }) => asset))
  const hasFailed = operations.length > 0 && applied.length === 0
  const hash = entries[0]?.hash ?? ''
  return {
    at: record.time('time'),
    hash: hash.includes(':') ? '' : hash,
    sequence: entries[0]?.order ?? null,
    fee: { asset: 'XTZ', amount: { value: fee, places: fee.scale } },
    legs: legsOf(moved),
    flags: [...(hasFailed ? ['failed'] : []), ...(isAdvertisement ? ['spam'] : [])],
  }
}

function addressIn(entry: JsonObject, field: string): string {
  const alias = entry[field]
  return isObject(alias) ? textIn(alias, 'address') : ''
}

/** Whoever signed an operation pays for it, and for those that it caused. */
const payerOf = (operation: JsonObject): string =>
  addressIn(operation, 'initiator') || addressIn(operation, 'sender')

/** What the baker got, and what was burned for storage. @throws UnreadableValue */
function feeIn(record: JsonRecord, operation: JsonObject, own: string): Decimal {
  if (payerOf(operation) !== own) return zero
  const parts = ['bakerFee', 'storageFee', 'allocationFee']
  return parts
    .map((field) => unitsIn(record, field, textIn(operation, field) || '0', MUTEZ))
    .reduce(plus, zero)
}

/** An amount that goes from one account to another, as the own account sees it. */
function between(own: string, from: string, to: string, amount: Decimal): Decimal[] {
  return [...(from === own ? [negate(amount)] : []), ...(to === own ? [amount] : [])]
}

/** @throws UnreadableValue */
function movedCoins(record: JsonRecord, operation: JsonObject, own: string): Moved[] {
  const mutez = (field: string) => unitsIn(record, field, textIn(operation, field) || '0', MUTEZ)
  const sender = addressIn(operation, 'sender')
  const amounts = (() => {
    switch (textIn(operation, 'type')) {
      case 'transaction':
        return between(own, sender, addressIn(operation, 'target'), mutez('amount'))
      case 'origination':
        return between(own, sender, addressIn(operation, 'originatedContract'), mutez('contractBalance'))
      case 'activation':
        return between(own, '', addressIn(operation, 'account'), mutez('balance'))
      case 'drain_delegate':
        return between(own, addressIn(operation, 'delegate'), addressIn(operation, 'target'), mutez('amount'))
      default:
        // What is staked stays the account's own.
        return []
    }
  })()
  return amounts.map((amount) => ({ asset: 'XTZ', amount }))
}

/** @throws UnreadableValue */
function movedTokens(record: JsonRecord, transfer: JsonObject, own: string): Moved[] {
  const token = isObject(transfer['token']) ? transfer['token'] : {}
  const metadata = isObject(token['metadata']) ? token['metadata'] : {}
  // A work of art has no decimals to state.
  const isArt = textIn(metadata, 'artifactUri') !== ''
  const places = placesIn(record, 'decimals', textIn(metadata, 'decimals') || (isArt ? '0' : ''))
  const amount = unitsIn(record, 'amount', textIn(transfer, 'amount'), places)
  const contract = addressIn(token, 'contract')
  const isOne = textIn(token, 'standard') === 'fa1.2'
  const words = {
    chain: 'tezos',
    contract: isOne ? contract : `${contract}-${textIn(token, 'tokenId')}`,
    symbol: isArt ? textIn(metadata, 'name') : textIn(metadata, 'symbol') || textIn(metadata, 'name'),
  }
  return between(own, addressIn(transfer, 'from'), addressIn(transfer, 'to'), amount).map((one) =>
    tokenMoved(one, words),
  )
}

function balanceOf(pages: readonly ReadPage[]): StatedBalance[] {
  const page = pages.find(({ stream }) => stream === 'account')
  if (page === undefined || !isObject(page.json)) return []
  return statedUnits('XTZ', textIn(page.json, 'balance') || '0', MUTEZ, page.fetchedAt)
}
