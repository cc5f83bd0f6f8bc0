import { type Decimal, formatDecimal, negate, parseDecimal, plus, zero } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import type { ChainEvent, Reward } from '../add-event.ts'
import { decimalIn, isSpam, legsOf, type Moved, tokenMoved, unitsIn } from '../moved-legs.ts'
import {
  type ListedEntry,
  type NamedEntry,
  readAccountEvents,
  readPagesOf,
  type ReadPage,
} from '../read-account-events.ts'

const PLANCK = 10
const COIN = 'DOT'

/** Lists of a network, and the field that each answer holds its rows in. */
export const LIST_FIELDS = { extrinsics: 'extrinsics', transfers: 'transfers', rewards: 'list' } as const

const isList = (text: string): text is keyof typeof LIST_FIELDS => Object.hasOwn(LIST_FIELDS, text)

/** Extrinsics, transfers and rewards, each under the extrinsic that it belongs to. */
export function entriesOfPolkadot(stream: string, json: unknown): NamedEntry[] | undefined {
  const [network = '', list = ''] = stream.split('-')
  if (!isList(list)) return []
  if (!isObject(json)) return undefined
  const { data } = json
  return objectsOf(isObject(data) ? data[LIST_FIELDS[list]] : undefined).map((entry) => {
    const index = indexOf(entry)
    const hash = textIn(entry, 'extrinsic_hash') || textIn(entry, 'hash')
    const time = textIn(entry, 'block_timestamp').padStart(12, '0')
    return {
      // What a chain does by itself when a block begins has no extrinsic.
      hash: hash || (index === '' ? '' : `${network}:${index}`),
      name: `${stream} ${index.padStart(20, '0')}`,
      order: `${time}-${textIn(entry, 'block_num').padStart(12, '0')}`,
      entry,
    }
  })
}

/** The block of a row; some state it only before the number of an event or extrinsic. */
export const blockOf = (entry: JsonObject): string =>
  textIn(entry, 'block_num') ||
  (textIn(entry, 'event_index') || textIn(entry, 'extrinsic_index')).replace(/-.*/, '')

/** Names an entry within its network: an event or extrinsic by its block and its number there. */
function indexOf(entry: JsonObject): string {
  const number = textIn(entry, 'event_idx')
  const event = number === '' ? '' : `${textIn(entry, 'block_num')}-${number}`
  return textIn(entry, 'event_index') || event || textIn(entry, 'extrinsic_index')
}

/** Reads lists of Subscan as one account sees them. Coins that are bonded stay its own. */
export function readPolkadotPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const own = access?.address ?? ''
  const pages = readPagesOf(stored)
  return readAccountEvents(
    pages,
    {
      exchange: 'Polkadot',
      kind: 'polkadot-extrinsic',
      entriesIn: entriesOfPolkadot,
      fieldsOf: ([first]) => ({ time: first === undefined ? '' : textIn(first.entry, 'block_timestamp') }),
      eventOf: (record, entries) => eventOf(record, entries, own),
    },
    balanceOf(pages),
  )
}

/** @throws UnreadableValue */
function eventOf(record: JsonRecord, entries: readonly ListedEntry[], own: string): ChainEvent {
  const of = (list: string) =>
    entries.filter(({ stream }) => stream.endsWith(`-${list}`)).map(({ entry }) => entry)
  const [signed] = of('extrinsics')
  const fee = signed === undefined ? zero : feeIn(record, signed)
  const transfers = of('transfers').filter((one) => one['success'] !== false)
  const moved = transfers.flatMap((one) => movedBy(record, one, own))
  const rewards = of('rewards').flatMap((one): Reward[] =>
    legsOf([{ asset: COIN, amount: unitsIn(record, 'amount', textIn(one, 'amount'), PLANCK) }]).map(
      (leg) => ({
        leg,
        subType: 'staking_reward',
      }),
    ),
  )
  const hasFailed = signed !== undefined && signed['success'] === false
  const isTokenOnly =
    signed === undefined && moved.length > 0 && moved.every(({ token }) => token !== undefined)
  const isAdvertisement = isTokenOnly && isSpam(...moved.map(({ asset }) => asset))
  const hash = entries[0]?.hash ?? ''
  return {
    at: record.time('time'),
    hash: hash.includes(':') ? '' : hash,
    sequence: entries[0]?.order ?? null,
    fee: { asset: COIN, amount: { value: fee, places: fee.scale } },
    legs: legsOf(moved),
    rewards,
    flags: [...(hasFailed ? ['failed'] : []), ...(isAdvertisement ? ['spam'] : [])],
  }
}

/**
 * What a signer paid. The fee that was used has the tip in it, as the chain's own event has it; one that was reckoned has not.
 * https://paritytech.github.io/polkadot-sdk/master/pallet_transaction_payment/pallet/enum.Event.html
 *
 * @throws UnreadableValue
 */
function feeIn(record: JsonRecord, signed: JsonObject): Decimal {
  const planck = (field: string) => unitsIn(record, field, textIn(signed, field) || '0', PLANCK)
  return textIn(signed, 'fee_used') === '' ? plus(planck('fee'), planck('tip')) : planck('fee_used')
}

/** @throws UnreadableValue */
function movedBy(record: JsonRecord, transfer: JsonObject, own: string): Moved[] {
  const amount = decimalIn(record, 'amount', textIn(transfer, 'amount'))
  const symbol = textIn(transfer, 'asset_symbol')
  const contract = textIn(transfer, 'asset_unique_id')
  // Anyone may make a token of the coin's name; older answers name the coin by nothing at all.
  const isCoin =
    ['', 'native'].includes(textIn(transfer, 'asset_type')) &&
    ['', COIN].includes(symbol) &&
    ['', COIN].includes(contract)
  const sides = [
    ...(textIn(transfer, 'from') === own ? [negate(amount)] : []),
    ...(textIn(transfer, 'to') === own ? [amount] : []),
  ]
  return sides.map((side) =>
    isCoin
      ? { asset: COIN, amount: side }
      : tokenMoved(side, { chain: 'polkadot', contract: contract || symbol, symbol }),
  )
}

/** What the account holds on both networks; none where one of them does not state it. */
function balanceOf(pages: readonly ReadPage[]): StatedBalance[] {
  const latest = ['relay-account', 'hub-account'].map((stream) =>
    pages.find((page) => page.stream === stream),
  )
  const [at] = latest.flatMap((page) => page?.fetchedAt ?? [])
  if (at === undefined) return []
  let total = zero
  for (const page of latest) {
    const data = page !== undefined && isObject(page.json) ? page.json['data'] : undefined
    const account = isObject(data) ? data['account'] : undefined
    // An account that a network does not know holds nothing there.
    const held = isObject(account) ? parseDecimal(textIn(account, 'balance') || '0') : zero
    if (page === undefined || held === undefined) return []
    total = plus(total, held)
  }
  return [{ asset: COIN, part: '', at, quantity: formatDecimal(total) }]
}
