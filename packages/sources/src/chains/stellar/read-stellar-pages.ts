import { formatDecimal, negate, parseDecimal, zero } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Finding, Reading, StatedBalance } from '../../reading/outcome.ts'
import type { ChainEvent } from '../add-event.ts'
import {
  decimalIn,
  type HeldToken,
  isSpam,
  legsOf,
  type Moved,
  statedTokens,
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

const STROOPS = 7
/** Bits of an operation's id that number the operation inside of its transaction (SEP-35). */
const OPERATION_BITS = 12n

/** Records of an answer of Horizon; undefined where it is none. */
export function recordsIn(json: unknown): readonly JsonObject[] | undefined {
  const embedded = isObject(json) ? json['_embedded'] : undefined
  return isObject(embedded) && Array.isArray(embedded['records']) ? objectsOf(embedded['records']) : undefined
}

/** Transactions and effects, each under the number of its transaction, which the id of an effect begins with. */
export function entriesOfStellar(stream: string, json: unknown): NamedEntry[] | undefined {
  if (stream !== 'transactions' && stream !== 'effects') return []
  return recordsIn(json)?.map((entry) => {
    const token = textIn(entry, 'paging_token')
    const [, operation = '', effect = ''] = /^(\d{1,20})(?:-(\d{1,10}))?$/.exec(token) ?? []
    const number = operation === '' ? '' : String((BigInt(operation) >> OPERATION_BITS) << OPERATION_BITS)
    const name = effect === '' ? '' : `${operation.padStart(20, '0')}-${effect.padStart(10, '0')}`
    return { hash: number, name, order: number.padStart(20, '0'), entry }
  })
}

/** Reads transactions and effects of Horizon as one account sees them. */
export function readStellarPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const own = access?.address ?? ''
  const pages = readPagesOf(stored)
  const reading = readAccountEvents(
    pages,
    {
      exchange: 'Stellar',
      kind: 'stellar-tx',
      entriesIn: entriesOfStellar,
      fieldsOf: ([first]) => ({ time: first === undefined ? '' : textIn(first.entry, 'created_at') }),
      eventOf: (record, entries) => eventOf(record, entries, own),
    },
    balancesOf(pages),
  )
  const tokens = statedTokens(reading.transactions, heldTokens(pages), accountOf(pages)?.fetchedAt ?? 0)
  return {
    ...reading,
    notes: [...reading.notes, ...incomplete(pages)],
    balances: [...reading.balances, ...tokens],
  }
}

/** @throws UnreadableValue */
function eventOf(record: JsonRecord, entries: readonly ListedEntry[], own: string): ChainEvent {
  const sent = entries.find(({ stream }) => stream === 'transactions')?.entry
  const effects = entries.filter(({ stream }) => stream === 'effects')
  const isPayer = sent !== undefined && textIn(sent, 'fee_account') === own
  const fee = isPayer ? unitsIn(record, 'fee_charged', textIn(sent, 'fee_charged'), STROOPS) : zero
  const hasFailed = sent !== undefined && sent['successful'] === false
  // What the account paid on a path is stated whole; the exchanges on its way are stated once more.
  const paying = new Set(
    effects.filter(({ entry }) => textIn(entry, 'type') === 'account_debited').map(operationOf),
  )
  const moved = effects.flatMap((effect) =>
    textIn(effect.entry, 'type') === 'trade' && paying.has(operationOf(effect))
      ? []
      : movedBy(record, effect.entry),
  )
  const isTokenOnly = !isPayer && moved.length > 0 && moved.every(({ token }) => token !== undefined)
  const isAdvertisement = isTokenOnly && isSpam(...moved.map(({ asset }) => asset))
  return {
    at: record.time('time'),
    hash: sent === undefined ? '' : textIn(sent, 'hash'),
    sequence: entries[0]?.order ?? null,
    fee: { asset: 'XLM', amount: { value: fee, places: fee.scale } },
    legs: legsOf(moved),
    flags: [...(hasFailed ? ['failed'] : []), ...(isAdvertisement ? ['spam'] : [])],
  }
}

const operationOf = ({ name }: ListedEntry): string => name.slice(0, name.indexOf('-'))

/** @throws UnreadableValue */
function movedBy(record: JsonRecord, effect: JsonObject): Moved[] {
  const amount = (field: string) => decimalIn(record, field, textIn(effect, field))
  switch (textIn(effect, 'type')) {
    case 'account_created':
      return [{ asset: 'XLM', amount: amount('starting_balance') }]
    case 'account_credited':
      return [{ ...assetIn(effect, ''), amount: amount('amount') }]
    case 'account_debited':
      return [{ ...assetIn(effect, ''), amount: negate(amount('amount')) }]
    case 'trade':
      return [
        { ...assetIn(effect, 'sold_'), amount: negate(amount('sold_amount')) },
        { ...assetIn(effect, 'bought_'), amount: amount('bought_amount') },
      ]
    case 'liquidity_pool_deposited':
      return poolMoves(record, effect, 'reserves_deposited', 'shares_received')
    case 'liquidity_pool_withdrew':
      return poolMoves(record, effect, 'reserves_received', 'shares_redeemed')
    case 'liquidity_pool_revoked':
      // What the shares stood for can be claimed, and comes when it is.
      return poolMoves(record, effect, '', 'shares_revoked')
    default:
      return []
  }
}

/** Coins that went into a pool or came from it, and the shares for them. @throws UnreadableValue */
function poolMoves(record: JsonRecord, effect: JsonObject, reserves: string, shares: string): Moved[] {
  const isDeposit = shares === 'shares_received'
  const { liquidity_pool: pool } = effect
  const contract = isObject(pool) ? textIn(pool, 'id') : ''
  const of = (amount: ReturnType<typeof decimalIn>, isOut: boolean) => (isOut ? negate(amount) : amount)
  const moved = objectsOf(effect[reserves]).map((reserve) => ({
    ...canonical(textIn(reserve, 'asset')),
    amount: of(decimalIn(record, reserves, textIn(reserve, 'amount')), isDeposit),
  }))
  const amount = of(decimalIn(record, shares, textIn(effect, shares)), !isDeposit)
  return [...moved, tokenMoved(amount, { chain: 'stellar', contract, symbol: `LP-${contract.slice(0, 8)}` })]
}

function assetIn(effect: JsonObject, prefix: string): Omit<Moved, 'amount'> {
  if (textIn(effect, `${prefix}asset_type`) === 'native') return { asset: 'XLM' }
  return canonical(`${textIn(effect, `${prefix}asset_code`)}:${textIn(effect, `${prefix}asset_issuer`)}`)
}

/** An asset as `native` or as its code and issuer. */
function canonical(text: string): Omit<Moved, 'amount'> {
  if (text === 'native') return { asset: 'XLM' }
  const [symbol = '', issuer = ''] = text.split(':')
  const { asset, token } = tokenMoved(zero, { chain: 'stellar', contract: `${symbol}-${issuer}`, symbol })
  return token === undefined ? { asset } : { asset, token }
}

/** A server that forgot the beginning of an account: somebody must have created it. */
function incomplete(pages: readonly ReadPage[]): Finding[] {
  const effects = pages.filter(({ stream }) => stream === 'effects')
  const all = effects.flatMap(({ json }) => recordsIn(json) ?? [])
  const [page] = effects
  if (page === undefined || all.length === 0 || all.some((one) => textIn(one, 'type') === 'account_created'))
    return []
  const origin = { kind: 'page', page: page.place, remoteId: null } as const
  const message =
    'The public server keeps the last year of Stellar only. Bring what is older as a file, so that nothing is missing'
  return [{ code: 'history_incomplete', row: 0, origin, message }]
}

const accountOf = (pages: readonly ReadPage[]) => pages.find(({ stream }) => stream === 'account')

function heldTokens(pages: readonly ReadPage[]): HeldToken[] {
  const page = accountOf(pages)
  const all = page !== undefined && isObject(page.json) ? objectsOf(page.json['balances']) : []
  return all.map((one) => {
    const pool = textIn(one, 'liquidity_pool_id')
    const quantity = parseDecimal(textIn(one, 'balance'))
    return {
      chain: 'stellar',
      contract: pool || `${textIn(one, 'asset_code')}-${textIn(one, 'asset_issuer')}`,
      quantity: quantity === undefined ? undefined : formatDecimal(quantity),
    }
  })
}

function balancesOf(pages: readonly ReadPage[]): StatedBalance[] {
  const page = pages.find(({ stream }) => stream === 'account')
  const all = page !== undefined && isObject(page.json) ? objectsOf(page.json['balances']) : []
  const native = all.find((one) => textIn(one, 'asset_type') === 'native')
  const quantity = native === undefined ? '' : textIn(native, 'balance')
  if (page === undefined || !/^\d{1,20}(?:\.\d{1,7})?$/.test(quantity)) return []
  return [
    { asset: 'XLM', part: '', at: page.fetchedAt, quantity: formatDecimal(parseDecimal(quantity) ?? zero) },
  ]
}
