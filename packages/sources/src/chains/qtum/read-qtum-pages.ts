import { type Decimal, decimal, isNegative, minus, negate, plus, zero } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import type { ChainEvent } from '../add-event.ts'
import { detailsOf } from '../cursor-walk.ts'
import { sharedFee } from '../fee-share.ts'
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

const COIN = 'QTUM'
const PLACES = 8
const TRANSACTIONS = detailsOf('transactions')

export function entriesOfQtum(stream: string, json: unknown): NamedEntry[] | undefined {
  if (stream !== TRANSACTIONS) return []
  if (!isObject(json)) return undefined
  const hash = textIn(json, 'id')
  return [{ hash, name: '', order: `${textIn(json, 'blockHeight').padStart(12, '0')}-${hash}`, entry: json }]
}

/**
 * Reads transactions of the explorer as one address sees them. Change is no income. What a call of a contract did not use of its gas
 * comes back with the stake of the same block: it never left.
 */
export function readQtumPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const own = access?.address ?? ''
  const pages = readPagesOf(stored)
  const refunds = refundsByBlock(pages, own)
  const reading = readAccountEvents(
    pages,
    {
      exchange: 'Qtum',
      kind: 'qtum-tx',
      entriesIn: entriesOfQtum,
      fieldsOf: ([first]) => ({ time: first === undefined ? '' : textIn(first.entry, 'timestamp') }),
      eventOf(record, [first]) {
        if (first === undefined) return 'no_value_moved'
        return textIn(first.entry, 'blockHeight') === '' ? 'pending' : eventOf(record, first, own, refunds)
      },
      unreadIn: (entries) =>
        entries.some(({ entry }) =>
          objectsOf(entry['qrc721TokenTransfers']).some((one) =>
            ['from', 'to'].some((field) => textIn(one, field) === own),
          ),
        )
          ? 'An NFT changed hands. It is not counted: add it by hand'
          : undefined,
    },
    balanceOf(pages),
  )
  const page = addressPage(pages)
  const held = page !== undefined && isObject(page.json) ? objectsOf(page.json['qrc20Balances']) : []
  const tokens = held.map((one) => ({
    chain: 'qtum',
    contract: textIn(one, 'addressHex'),
    quantity: quantityOf(textIn(one, 'balance'), textIn(one, 'decimals')),
  }))
  const stated = statedTokens(reading.transactions, tokens, page?.fetchedAt ?? 0)
  return { ...reading, balances: [...reading.balances, ...stated] }
}

const isOwnSide = (own: string) => (side: JsonObject) => textIn(side, 'address') === own

/** Gas that comes back to the address, by the block that it comes back in. */
function refundsByBlock(pages: readonly ReadPage[], own: string): ReadonlyMap<string, bigint> {
  const refunds = new Map<string, bigint>()
  const seen = new Set<string>()
  for (const { stream, json } of pages)
    for (const { entry, hash } of entriesOfQtum(stream, json) ?? []) {
      const refund = textIn(entry, 'refundValue')
      if (seen.has(hash) || !/^[1-9]\d*$/.test(refund) || !objectsOf(entry['inputs']).some(isOwnSide(own)))
        continue
      seen.add(hash)
      const block = textIn(entry, 'blockHeight')
      refunds.set(block, (refunds.get(block) ?? 0n) + BigInt(refund))
    }
  return refunds
}

/** @throws UnreadableValue */
function eventOf(
  record: JsonRecord,
  { entry, hash, order }: ListedEntry,
  own: string,
  refunds: ReadonlyMap<string, bigint>,
): ChainEvent {
  const units = (text: string) => unitsIn(record, 'value', text, PLACES)
  const isOwn = isOwnSide(own)
  const sum = (sides: readonly JsonObject[]) =>
    sides.filter(isOwn).reduce((total, side) => plus(total, units(textIn(side, 'value'))), zero)
  const inputs = objectsOf(entry['inputs'])
  const gained = minus(sum(objectsOf(entry['outputs'])), sum(inputs))
  const base = { at: record.time('time'), hash, sequence: order }
  const isMade = entry['isCoinbase'] === true
  if (isMade || entry['isCoinstake'] === true) {
    const refund = units(String(refunds.get(textIn(entry, 'blockHeight')) ?? 0n))
    const earned = minus(gained, refund)
    if (isNegative(earned)) throw record.problem('not_an_amount', 'value', 'A stake that lost coins')
    const rewards = legsOf([{ asset: COIN, amount: earned }]).map((leg) => ({
      leg,
      subType: isMade ? ('mined' as const) : ('staking_reward' as const),
    }))
    return { ...base, fee: null, legs: [], rewards }
  }
  const hasOwn = inputs.some(isOwn)
  const isPayer = hasOwn && inputs.every(isOwn)
  const fee = isPayer
    ? units(textIn(entry, 'fees'))
    : decimal(sharedFee(textIn(entry, 'fees'), inputs, isOwn), PLACES)
  const refund = hasOwn ? units(textIn(entry, 'refundValue') || '0') : zero
  const tokens = objectsOf(entry['qrc20TokenTransfers']).flatMap((transfer) =>
    tokenMoves(record, transfer, own),
  )
  const isAdvertisement = !hasOwn && tokens.length > 0 && isSpam(...tokens.map(({ asset }) => asset))
  return {
    ...base,
    fee: { asset: COIN, amount: { value: fee, places: fee.scale } },
    legs: legsOf([{ asset: COIN, amount: plus(plus(gained, fee), refund) }, ...tokens]),
    flags: [...(hasOwn && !isPayer ? ['shared_transaction'] : []), ...(isAdvertisement ? ['spam'] : [])],
  }
}

/** @throws UnreadableValue */
function tokenMoves(record: JsonRecord, transfer: JsonObject, own: string): Moved[] {
  const [from, to] = [textIn(transfer, 'from'), textIn(transfer, 'to')]
  if (from !== own && to !== own) return []
  const places = placesIn(record, 'decimals', textIn(transfer, 'decimals'))
  const amount = unitsIn(record, 'value', textIn(transfer, 'value'), places)
  const sides: Decimal[] = [...(from === own ? [negate(amount)] : []), ...(to === own ? [amount] : [])]
  const contract = textIn(transfer, 'addressHex') || textIn(transfer, 'address')
  return sides.map((side) =>
    tokenMoved(side, { chain: 'qtum', contract, symbol: textIn(transfer, 'symbol') }),
  )
}

const addressPage = (pages: readonly ReadPage[]) => pages.find(({ stream }) => stream === 'address')

function balanceOf(pages: readonly ReadPage[]): StatedBalance[] {
  const page = addressPage(pages)
  if (page === undefined || !isObject(page.json)) return []
  return statedUnits(COIN, textIn(page.json, 'balance'), PLACES, page.fetchedAt)
}
