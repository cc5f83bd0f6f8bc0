import { decimal } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import type { ChainEvent } from '../add-event.ts'
import { detailsOf } from '../cursor-walk.ts'
import { isSpam, legsOf, type Moved, placesIn, statedUnits, tokenMoved } from '../moved-legs.ts'
import {
  type ListedEntry,
  type NamedEntry,
  readAccountEvents,
  readPagesOf,
  type ReadPage,
} from '../read-account-events.ts'

const COIN = 'WAVES'
const PLACES = 8
/** Types that move nothing but their fee: leases, aliases, data, scripts, sponsors, and names of tokens. */
const QUIET: ReadonlySet<string> = new Set(['8', '9', '10', '12', '13', '14', '15', '17'])

/** Transactions of an answer, which a node wraps in a list of one list; undefined where it is none. */
export function rowsIn(json: unknown): readonly JsonObject[] | undefined {
  const [rows] = Array.isArray(json) ? (json as readonly unknown[]) : []
  return Array.isArray(rows) ? objectsOf(rows) : undefined
}

export function entriesOfWaves(stream: string, json: unknown): NamedEntry[] | undefined {
  if (stream !== 'transactions') return []
  return rowsIn(json)?.map((entry) => ({
    hash: textIn(entry, 'id'),
    name: '',
    order: textIn(entry, 'timestamp').padStart(15, '0'),
    entry,
  }))
}

/** A change of an address in smallest units of an asset; empty for the coin. */
interface Change {
  readonly asset: string
  readonly units: bigint
}

/** Tokens that a transaction names, whose decimals are asked for. */
export function assetsIn(entry: JsonObject): string[] {
  const order = isObject(entry['order1']) ? entry['order1'] : {}
  const pair = isObject(order['assetPair']) ? order['assetPair'] : {}
  const inside = changesInside(entry).map(({ asset }) => asset)
  const named = [
    ...['assetId', 'feeAssetId'].map((field) => textIn(entry, field)),
    ...['amountAsset', 'priceAsset'].map((field) => textIn(pair, field)),
    ...['order1', 'order2'].map((field) => {
      const one = entry[field]
      return isObject(one) ? textIn(one, 'matcherFeeAssetId') : ''
    }),
    ...(textIn(entry, 'type') === '3' ? [textIn(entry, 'id')] : []),
    ...inside,
  ]
  return [...new Set(named)].filter((asset) => asset !== '')
}

/** Payments to a contract, and what contracts moved, whoever it was from and to. */
function changesInside(entry: JsonObject): { asset: string; units: bigint; to: string; from: string }[] {
  const payload = isObject(entry['payload']) ? entry['payload'] : {}
  const call = textIn(payload, 'type') === 'invocation' ? payload : entry
  const dApp = textIn(call, 'dApp')
  if (dApp === '') return []
  const paid = objectsOf(call['payment']).map((one) => ({
    asset: textIn(one, 'assetId'),
    units: unitsOf(textIn(one, 'amount')),
    from: textIn(entry, 'sender'),
    to: dApp,
  }))
  return [...paid, ...stateChanges(call['stateChanges'], dApp)]
}

function stateChanges(state: unknown, dApp: string): ReturnType<typeof changesInside> {
  if (!isObject(state)) return []
  const moved = objectsOf(state['transfers']).map((one) => ({
    asset: textIn(one, 'asset'),
    units: unitsOf(textIn(one, 'amount')),
    from: dApp,
    to: textIn(one, 'address'),
  }))
  // Tokens that the contract itself made and destroyed.
  const made = ['issues', 'reissues'].flatMap((field) => objectsOf(state[field]))
  const supply = [
    ...made.map((one) => ({ one, from: '', to: dApp })),
    ...objectsOf(state['burns']).map((one) => ({ one, from: dApp, to: '' })),
  ].map(({ one, from, to }) => ({
    asset: textIn(one, 'assetId'),
    units: unitsOf(textIn(one, 'quantity')),
    from,
    to,
  }))
  const called = objectsOf(state['invokes']).flatMap((one) => {
    const other = textIn(one, 'dApp')
    // The list of an address calls them payments, one transaction by its id payment.
    const paid = [...objectsOf(one['payment']), ...objectsOf(one['payments'])].map((payment) => ({
      asset: textIn(payment, 'assetId'),
      units: unitsOf(textIn(payment, 'amount')),
      from: dApp,
      to: other,
    }))
    return [...paid, ...stateChanges(one['stateChanges'], other)]
  })
  return [...moved, ...supply, ...called]
}

const unitsOf = (text: string): bigint => (/^\d{1,25}$/.test(text) ? BigInt(text) : 0n)

/** Reads transactions of a node as one address sees them. Coins that are leased stay its own. */
export function readWavesPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const pages = readPagesOf(stored)
  const aliases = pages
    .filter(({ stream }) => stream === 'aliases')
    .flatMap(({ json }) => (Array.isArray(json) ? json.filter((alias) => typeof alias === 'string') : []))
  const own = new Set([access?.address ?? '', ...aliases])
  const assets = assetsOf(pages)
  return readAccountEvents(
    pages,
    {
      exchange: 'Waves',
      kind: 'waves-tx',
      entriesIn: entriesOfWaves,
      fieldsOf: ([first]) => ({ time: first === undefined ? '' : textIn(first.entry, 'timestamp') }),
      eventOf: (record, entries) => eventOf(record, entries, own, assets),
    },
    balanceOf(pages),
  )
}

function assetsOf(pages: readonly ReadPage[]): ReadonlyMap<string, JsonObject> {
  return new Map(
    pages.flatMap(({ stream, json }) =>
      stream === detailsOf('transactions') && isObject(json)
        ? [[textIn(json, 'assetId'), json] as const]
        : [],
    ),
  )
}

/** @throws UnreadableValue */
function eventOf(
  record: JsonRecord,
  [first]: readonly ListedEntry[],
  own: ReadonlySet<string>,
  assets: ReadonlyMap<string, JsonObject>,
): ChainEvent | string {
  if (first === undefined) return 'no_value_moved'
  const { entry, hash, order } = first
  // An elided transaction stood in a block that another replaced: it neither moved nor cost anything.
  if (textIn(entry, 'applicationStatus') === 'elided') return 'failed'
  const hasFailed = textIn(entry, 'applicationStatus') === 'script_execution_failed'
  const isSender = own.has(textIn(entry, 'sender'))
  const sized = ({ asset, units }: Change): Moved => {
    if (asset === '') return { asset: COIN, amount: decimal(units, PLACES) }
    const known = assets.get(asset)
    const places = placesIn(record, 'decimals', known === undefined ? '' : textIn(known, 'decimals'))
    const symbol = known === undefined ? '' : textIn(known, 'name')
    return tokenMoved(decimal(units, places), { chain: 'waves', contract: asset, symbol })
  }
  const changes = hasFailed ? [] : changesOf(record, entry, own, assets)
  const moved = changes.filter(({ units }) => units !== 0n).map(sized)
  // A sponsor may let others pay the chain, and a matcher its orders, in a token.
  const feeAsset = textIn(entry, 'feeAssetId') || textIn(entry, 'feeAsset')
  const ofChain = isSender ? [{ asset: feeAsset, units: unitsOf(textIn(entry, 'fee')) }] : []
  const paid = [...ofChain, ...(hasFailed ? [] : matcherFees(entry, own))]
  const inCoins = paid.filter(({ asset }) => asset === '').reduce((sum, { units }) => sum + units, 0n)
  const fee = decimal(inCoins, PLACES)
  const costs = paid.filter(({ asset, units }) => asset !== '' && units !== 0n)
  const isAdvertisement =
    !isSender &&
    moved.length > 0 &&
    moved.every(({ token }) => token !== undefined) &&
    isSpam(...moved.map(({ asset }) => asset))
  return {
    at: record.time('time'),
    hash,
    sequence: order,
    fee: { asset: COIN, amount: { value: fee, places: fee.scale } },
    legs: legsOf(moved),
    costs: legsOf(costs.map(({ asset, units }) => sized({ asset, units: -units }))),
    flags: [...(hasFailed ? ['failed'] : []), ...(isAdvertisement ? ['spam'] : [])],
  }
}

/** What a transaction changed of the own address, by its type. @throws UnreadableValue */
function changesOf(
  record: JsonRecord,
  entry: JsonObject,
  own: ReadonlySet<string>,
  assets: ReadonlyMap<string, JsonObject>,
): Change[] {
  const between = (from: string, to: string, asset: string, units: bigint): Change[] => [
    ...(own.has(from) ? [{ asset, units: -units }] : []),
    ...(own.has(to) ? [{ asset, units }] : []),
  ]
  const sender = textIn(entry, 'sender')
  const units = (field: string) => unitsOf(textIn(entry, field))
  switch (textIn(entry, 'type')) {
    case '1':
    case '2':
    case '4':
      return between(sender, textIn(entry, 'recipient'), textIn(entry, 'assetId'), units('amount'))
    case '3':
      return between('', sender, textIn(entry, 'id'), units('quantity'))
    case '5':
      return between('', sender, textIn(entry, 'assetId'), units('quantity'))
    case '6':
      return between(sender, '', textIn(entry, 'assetId'), units('amount'))
    case '7':
      return exchanged(record, entry, own, assets)
    case '11':
      return objectsOf(entry['transfers']).flatMap((one) =>
        between(sender, textIn(one, 'recipient'), textIn(entry, 'assetId'), unitsOf(textIn(one, 'amount'))),
      )
    case '16':
    // A call that was signed as an Ethereum transaction stands in the list of an address without its number.
    case 'invocation':
      return changesInside(entry).flatMap(({ from, to, asset, units: moved }) =>
        between(from, to, asset, moved),
      )
    case '18': {
      const payload = isObject(entry['payload']) ? entry['payload'] : {}
      const kind = textIn(payload, 'type')
      if (kind !== 'transfer' && kind !== 'invocation')
        throw record.problem('unmapped_type', 'payload', 'What it moved is not stated')
      return kind === 'transfer'
        ? between(
            sender,
            textIn(payload, 'recipient'),
            textIn(payload, 'asset'),
            unitsOf(textIn(payload, 'amount')),
          )
        : changesInside(entry).flatMap(({ from, to, asset, units: moved }) => between(from, to, asset, moved))
    }
    default:
      if (QUIET.has(textIn(entry, 'type'))) return []
      throw record.problem('unmapped_type', 'type', 'Not known what such a transaction moves')
  }
}

/** An exchange of two orders, of which one or both are the account's own. @throws UnreadableValue */
function exchanged(
  record: JsonRecord,
  entry: JsonObject,
  own: ReadonlySet<string>,
  assets: ReadonlyMap<string, JsonObject>,
): Change[] {
  const orders = ['order1', 'order2'].map((field) => entry[field]).filter(isObject)
  const [any] = orders
  const pair = any !== undefined && isObject(any['assetPair']) ? any['assetPair'] : {}
  const [amountAsset, priceAsset] = [textIn(pair, 'amountAsset'), textIn(pair, 'priceAsset')]
  const placesOf = (asset: string) =>
    asset === '' ? PLACES : placesIn(record, 'decimals', textIn(assets.get(asset) ?? {}, 'decimals'))
  const amount = unitsOf(textIn(entry, 'amount'))
  // From version 3 on a price is written with eight decimals; before it has as many more as the assets differ by.
  const price = unitsOf(textIn(entry, 'price'))
  const isFixed = Number(textIn(entry, 'version') || 1) > 2
  const shift = isFixed ? placesOf(priceAsset) - placesOf(amountAsset) : 0
  const raw = shift >= 0 ? amount * price * 10n ** BigInt(shift) : (amount * price) / 10n ** BigInt(-shift)
  const total = raw / 10n ** 8n
  return orders
    .filter((order) => own.has(textIn(order, 'sender')))
    .flatMap((order) => {
      const isBuy = textIn(order, 'orderType') === 'buy'
      return [
        { asset: amountAsset, units: isBuy ? amount : -amount },
        { asset: priceAsset, units: isBuy ? -total : total },
      ]
    })
}

/** Fees that own orders of an exchange paid to its matcher. */
function matcherFees(entry: JsonObject, own: ReadonlySet<string>): Change[] {
  if (textIn(entry, 'type') !== '7') return []
  return ['order1', 'order2']
    .map((field) => entry[field])
    .filter(isObject)
    .filter((order) => own.has(textIn(order, 'sender')))
    .map((order) => ({
      asset: textIn(order, 'matcherFeeAssetId'),
      units: unitsOf(
        textIn(entry, textIn(order, 'orderType') === 'buy' ? 'buyMatcherFee' : 'sellMatcherFee'),
      ),
    }))
}

function balanceOf(pages: readonly ReadPage[]): StatedBalance[] {
  const page = pages.find(({ stream }) => stream === 'balance')
  const units = page !== undefined && isObject(page.json) ? textIn(page.json, 'balance') : ''
  return page === undefined ? [] : statedUnits(COIN, units, PLACES, page.fetchedAt)
}
