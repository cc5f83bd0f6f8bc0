import { decimal, negate, plus, zero } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import type { ChainEvent } from '../add-event.ts'
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

/** Ticker and decimals by contract. */
export const COINS: ReadonlyMap<string, readonly [ticker: string, places: number]> = new Map([
  ['0xef4073a0f2b305a38ec4050e4d3d28bc40ea63f5', ['NEO', 0]],
  ['0xd2a4cff31913016155e38e474a2c06d08be276cf', ['GAS', 8]],
])
const GAS_PLACES = 8

/** Transfers of both directions, and transactions: entries of one hash. */
export function entriesOfNeo(stream: string, json: unknown): NamedEntry[] | undefined {
  if (stream !== 'transfers' && stream !== 'transaction') return []
  const result = isObject(json) ? json['result'] : undefined
  if (!isObject(result)) return undefined
  if (stream === 'transaction')
    return [named(textIn(result, 'hash'), '', textIn(result, 'blocktime'), result)]
  return ['sent', 'received'].flatMap((side) =>
    objectsOf(result[side]).map((row) =>
      named(
        textIn(row, 'txhash'),
        `${side} ${textIn(row, 'transfernotifyindex')}`,
        textIn(row, 'timestamp'),
        row,
      ),
    ),
  )
}

const named = (hash: string, name: string, at: string, entry: JsonObject): NamedEntry => ({
  hash,
  name,
  order: at.padStart(15, '0'),
  entry,
})

/** Reads transfers of tokens as one address sees them: gas that came from nobody is what holding the coin earned. */
export function readNeoPages(stored: readonly StoredPage[], access: AddressAccess | null): Reading {
  const own = access?.address ?? ''
  const pages = readPagesOf(stored)
  const tokens = tokensIn(pages)
  const { transactions, ...reading } = readAccountEvents(
    pages,
    {
      exchange: 'NEO',
      kind: 'neo-tx',
      entriesIn: entriesOfNeo,
      fieldsOf: ([first]) => ({
        time: first === undefined ? '' : textIn(first.entry, 'blocktime') || textIn(first.entry, 'timestamp'),
      }),
      eventOf: (record, entries) => eventOf(record, entries, { own, tokens }),
    },
    [],
  )
  return { ...reading, transactions, balances: balancesIn(pages, transactions) }
}

interface TokenNames {
  readonly symbol: string
  readonly decimals: string
}

/** @throws UnreadableValue */
function eventOf(
  record: JsonRecord,
  entries: readonly ListedEntry[],
  { own, tokens }: { readonly own: string; readonly tokens: ReadonlyMap<string, TokenNames> },
): ChainEvent {
  let fee = zero
  let earned = decimal(0n, GAS_PLACES)
  const moved: Moved[] = []
  for (const { stream, name, entry } of entries) {
    if (stream === 'transaction') {
      const parts = ['sysfee', 'netfee'].map((field) =>
        unitsIn(record, field, textIn(entry, field), GAS_PLACES),
      )
      if (textIn(entry, 'sender') === own) fee = parts.reduce(plus, fee)
      continue
    }
    const contract = textIn(entry, 'assethash')
    const coin = COINS.get(contract)
    const names = tokens.get(contract)
    const places = coin?.[1] ?? placesIn(record, 'decimals', names?.decimals ?? '')
    const units = unitsIn(record, 'amount', textIn(entry, 'amount'), places)
    const isOut = name.startsWith('sent ')
    const amount = isOut ? negate(units) : units
    if (coin === undefined)
      moved.push(tokenMoved(amount, { chain: 'neo', contract, symbol: names?.symbol ?? '' }))
    else if (coin[0] === 'GAS' && !isOut && textIn(entry, 'transferaddress') === '')
      earned = plus(earned, units)
    else moved.push({ asset: coin[0], amount })
  }
  const isOnlyIn =
    moved.length > 0 && moved.every(({ token, amount }) => token !== undefined && amount.units > 0n)
  return {
    at: record.time('time'),
    hash: entries[0]?.hash ?? '',
    sequence: entries[0]?.order ?? null,
    fee: { asset: 'GAS', amount: { value: fee, places: fee.scale } },
    legs: legsOf(moved),
    rewards: legsOf([{ asset: 'GAS', amount: earned }]).map((leg) => ({ leg, subType: 'staking_reward' })),
    flags: isOnlyIn && isSpam(...moved.map(({ asset }) => asset)) ? ['spam'] : [],
  }
}

/** Names and decimals of tokens, as their contracts state them. */
function tokensIn(pages: readonly ReadPage[]): ReadonlyMap<string, TokenNames> {
  return new Map(
    pages.flatMap(({ stream, json }) => {
      if (stream !== 'token' || !isObject(json)) return []
      const symbol = Buffer.from(returned(json['symbol']), 'base64').toString()
      return [[textIn(json, 'contract'), { symbol, decimals: returned(json['decimals']) }] as const]
    }),
  )
}

/** What a contract returned, as text. */
function returned(answer: unknown): string {
  const result = isObject(answer) ? answer['result'] : undefined
  const [first] = isObject(result) ? objectsOf(result['stack']) : []
  return first === undefined ? '' : textIn(first, 'value')
}

function balancesIn(pages: readonly ReadPage[], transactions: Reading['transactions']): StatedBalance[] {
  const page = pages.find(({ stream }) => stream === 'balances')
  const result = page !== undefined && isObject(page.json) ? page.json['result'] : undefined
  if (page === undefined || !isObject(result)) return []
  const rows = objectsOf(result['balance']).map((row) => ({
    contract: textIn(row, 'assethash'),
    units: textIn(row, 'amount'),
    places: textIn(row, 'decimals'),
  }))
  // A coin that none is left of is not listed.
  const hasMoved = (ticker: string) =>
    transactions.some(({ from, to, fee }) => [from, to, fee].some((leg) => leg?.asset === ticker))
  const coins = [...COINS].flatMap(([contract, [ticker, places]]) => {
    const units = rows.find((row) => row.contract === contract)?.units ?? (hasMoved(ticker) ? '0' : '')
    return statedUnits(ticker, units, places, page.fetchedAt)
  })
  const held = rows.map(({ contract, units, places }) => ({
    chain: 'neo',
    contract,
    quantity: quantityOf(units, places),
  }))
  return [...coins, ...statedTokens(transactions, held, page.fetchedAt)]
}
