import { type Decimal, negate, plus, zero } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import type { ChainEvent } from '../add-event.ts'
import { detailsOf } from '../cursor-walk.ts'
import {
  isSpam,
  legsOf,
  type Moved,
  placesIn,
  quantityOf,
  statedTokens,
  statedUnits,
  tokenMoved,
  unitsIn,
} from '../moved-legs.ts'
import {
  type ListedEntry,
  type NamedEntry,
  readAccountEvents,
  readPagesOf,
  type ReadPage,
} from '../read-account-events.ts'

const MICRO = 6

/** A transaction, and those that contracts made in it. */
export function allOf(transaction: JsonObject): readonly JsonObject[] {
  return [transaction, ...objectsOf(transaction['inner-txns']).flatMap(allOf)]
}

/** Transactions, those of one group together: they happen all at once or not at all. */
export function entriesOfAlgorand(stream: string, json: unknown): NamedEntry[] | undefined {
  if (stream !== 'transactions') return []
  if (!isObject(json) || !Array.isArray(json['transactions'])) return undefined
  return objectsOf(json['transactions']).map((entry) => {
    const round = textIn(entry, 'confirmed-round').padStart(12, '0')
    const name = (textIn(entry, 'intra-round-offset') || '0').padStart(6, '0')
    // A group is one event, and its id is the same for all of its transactions.
    const hash = textIn(entry, 'group') || textIn(entry, 'id')
    return { hash, name: `${name} ${textIn(entry, 'id')}`, order: `${round}-${name}`, entry }
  })
}

/** Reads transactions of an indexer as one account sees them. Coins that an account earned by holding came in with its transactions. */
export function readAlgorandPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const own = access?.address ?? ''
  const pages = readPagesOf(stored)
  const assets = assetsOf(pages)
  const reading = readAccountEvents(
    pages,
    {
      exchange: 'Algorand',
      kind: 'algorand-tx',
      entriesIn: entriesOfAlgorand,
      fieldsOf: ([first]) => ({ time: first === undefined ? '' : textIn(first.entry, 'round-time') }),
      eventOf: (record, entries) => eventOf(record, entries, own, assets),
    },
    balanceOf(pages),
  )
  const { account, at } = accountOf(pages) ?? { account: {}, at: 0 }
  const held = objectsOf(account['assets']).map((one) => {
    const contract = textIn(one, 'asset-id')
    const places = textIn(assets.get(contract) ?? {}, 'decimals')
    return { chain: 'algorand', contract, quantity: quantityOf(textIn(one, 'amount'), places) }
  })
  return { ...reading, balances: [...reading.balances, ...statedTokens(reading.transactions, held, at)] }
}

function accountOf(
  pages: readonly ReadPage[],
): { readonly account: JsonObject; readonly at: number } | undefined {
  const page = pages.find(({ stream }) => stream === 'account')
  const account = page !== undefined && isObject(page.json) ? page.json['account'] : undefined
  return page === undefined || !isObject(account) ? undefined : { account, at: page.fetchedAt }
}

function assetsOf(pages: readonly ReadPage[]): ReadonlyMap<string, JsonObject> {
  return new Map(
    pages.flatMap(({ stream, json }) => {
      const asset = stream === detailsOf('transactions') && isObject(json) ? json['asset'] : undefined
      const params = isObject(asset) ? asset['params'] : undefined
      return isObject(asset) && isObject(params) ? [[textIn(asset, 'index'), params] as const] : []
    }),
  )
}

/** @throws UnreadableValue */
function eventOf(
  record: JsonRecord,
  entries: readonly ListedEntry[],
  own: string,
  assets: ReadonlyMap<string, JsonObject>,
): ChainEvent {
  const all = entries.flatMap(({ entry }) => allOf(entry))
  const moved = all.flatMap((one) => [
    ...movedCoins(record, one, own),
    ...movedTokens(record, one, own, assets),
    ...madeTokens(record, one, own),
  ])
  const fee = sumOf(
    all.filter((one) => textIn(one, 'sender') === own).map((one) => microIn(record, one, 'fee')),
  )
  const earned = sumOf(all.map((one) => earnedIn(record, one, own)))
  const first = entries.find(({ entry }) => textIn(entry, 'tx-type') !== 'appl') ?? entries[0]
  const isStranger = all.every((one) => textIn(one, 'sender') !== own)
  const words = moved.flatMap(({ token, asset }) => (token === undefined ? [] : [asset]))
  const isAdvertisement = isStranger && words.length === moved.length && isSpam(...words)
  return {
    at: record.time('time'),
    hash: first === undefined ? '' : textIn(first.entry, 'id'),
    sequence: entries[0]?.order ?? null,
    fee: { asset: 'ALGO', amount: { value: fee, places: fee.scale } },
    legs: legsOf(moved),
    rewards: legsOf([{ asset: 'ALGO', amount: earned }]).map((leg) => ({ leg, subType: 'staking_reward' })),
    flags: isAdvertisement ? ['spam'] : [],
  }
}

const sumOf = (amounts: readonly Decimal[]): Decimal => amounts.reduce(plus, zero)

const microIn = (record: JsonRecord, from: JsonObject, field: string): Decimal =>
  unitsIn(record, field, textIn(from, field) || '0', MICRO)

/** An amount that goes from one account to another, as the own account sees it. */
function between(own: string, from: string, to: string, amount: Decimal): Decimal[] {
  return [...(from === own ? [negate(amount)] : []), ...(to === own ? [amount] : [])]
}

/** @throws UnreadableValue */
function movedCoins(record: JsonRecord, transaction: JsonObject, own: string): Moved[] {
  const payment = transaction['payment-transaction']
  if (!isObject(payment)) return []
  const from = textIn(transaction, 'sender')
  return [
    ...between(own, from, textIn(payment, 'receiver'), microIn(record, payment, 'amount')),
    ...between(own, from, textIn(payment, 'close-remainder-to'), microIn(record, payment, 'close-amount')),
  ].map((amount) => ({ asset: 'ALGO', amount }))
}

/** @throws UnreadableValue */
function movedTokens(
  record: JsonRecord,
  transaction: JsonObject,
  own: string,
  assets: ReadonlyMap<string, JsonObject>,
): Moved[] {
  const transfer = transaction['asset-transfer-transaction']
  if (!isObject(transfer)) return []
  // Whoever issued a token may be allowed to take it back from another account.
  const sender = textIn(transaction, 'sender')
  const from = textIn(transfer, 'sender') || sender
  const closeTo = textIn(transfer, 'close-to')
  if (![from, sender, textIn(transfer, 'receiver'), closeTo].includes(own)) return []
  const contract = textIn(transfer, 'asset-id')
  const asset = assets.get(contract)
  const places = placesIn(record, 'decimals', asset === undefined ? '' : textIn(asset, 'decimals'))
  const units = (field: string) => unitsIn(record, field, textIn(transfer, field) || '0', places)
  const symbol = asset === undefined ? '' : textIn(asset, 'unit-name') || textIn(asset, 'name')
  return [
    ...between(own, from, textIn(transfer, 'receiver'), units('amount')),
    ...between(own, sender, closeTo, units('close-amount')),
  ].map((amount) => tokenMoved(amount, { chain: 'algorand', contract, symbol }))
}

/** Tokens that the account made, all of which are its own at first. @throws UnreadableValue */
function madeTokens(record: JsonRecord, transaction: JsonObject, own: string): Moved[] {
  const config = transaction['asset-config-transaction']
  const params = isObject(config) ? config['params'] : undefined
  const contract = textIn(transaction, 'created-asset-index')
  if (!isObject(params) || ['', '0'].includes(contract) || textIn(transaction, 'sender') !== own) return []
  const places = placesIn(record, 'decimals', textIn(params, 'decimals') || '0')
  const amount = unitsIn(record, 'total', textIn(params, 'total'), places)
  const symbol = textIn(params, 'unit-name') || textIn(params, 'name')
  return [tokenMoved(amount, { chain: 'algorand', contract, symbol })]
}

/** What the account earned until 2022 by holding coins, which each of its transactions paid out. @throws UnreadableValue */
function earnedIn(record: JsonRecord, transaction: JsonObject, own: string): Decimal {
  const payment = transaction['payment-transaction']
  const parties = isObject(payment) ? payment : {}
  return sumOf([
    ...(textIn(transaction, 'sender') === own ? [microIn(record, transaction, 'sender-rewards')] : []),
    ...(textIn(parties, 'receiver') === own && textIn(transaction, 'sender') !== own
      ? [microIn(record, transaction, 'receiver-rewards')]
      : []),
    ...(textIn(parties, 'close-remainder-to') === own ? [microIn(record, transaction, 'close-rewards')] : []),
  ])
}

function balanceOf(pages: readonly ReadPage[]): StatedBalance[] {
  const found = accountOf(pages)
  return found === undefined ? [] : statedUnits('ALGO', textIn(found.account, 'amount'), MICRO, found.at)
}
