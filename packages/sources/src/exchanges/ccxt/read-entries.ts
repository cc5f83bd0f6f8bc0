import { type IncomingSubType, isFiat } from '@lotbook/journal'
import { formatDecimal, isNegative, isZero, parseDecimal } from '@lotbook/money'
import { recipientOf } from '../../catalogue/recipient.ts'
import type { StoredPage } from '../../connecting/connector.ts'
import { absoluteAmount } from '../../reading/amount-text.ts'
import { bareHash } from '../../reading/bare-hash.ts'
import { Collector, type DraftLeg, exchangeType, SeenNames } from '../../reading/collector.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import type { Reading, StatedBalance } from '../../reading/outcome.ts'
import { shown } from '../../reading/shown.ts'
import { exactJsonOf, isObject, type JsonObject } from '../json-answer.ts'
import type { JsonRecord } from '../json-record.ts'
import { newestEntries } from '../newest-entries.ts'
import { sayUncounted, uncountedCosts } from '../uncounted-costs.ts'
import type { CcxtExchange } from './exchange-list.ts'

/** The list of what is held: amounts by coin. */
export const HOLDINGS = 'holdings'

/** The unified entries of a page; undefined where it is none. */
export function entriesOf(text: string): readonly JsonObject[] | undefined {
  const list = exactJsonOf(text)
  return Array.isArray(list) && list.every(isObject) ? list : undefined
}

/** Entries of a page, each with its name within the exchange. */
export function namedEntries({
  stream: kind,
  text,
}: Pick<StoredPage, 'stream' | 'text'>): readonly (readonly [string, JsonObject])[] | undefined {
  const again = new Map<string, number>()
  return entriesOf(text)?.map((entry) => {
    const [name, isOwn] = nameOf(kind, entry)
    const count = again.get(name) ?? 0
    again.set(name, count + 1)
    // Entries alike in all that is told of them share a moment, so no window divides them: their order in the page tells them apart.
    return [isOwn || count === 0 ? name : `${name} ${count + 1}`, entry]
  })
}

/**
 * What an entry is, its market where ids count for each, and its id. One transaction of a chain can bring several deposits: without an id
 * of its own an entry is named by all that is told of it.
 */
function nameOf(kind: string, entry: JsonObject): readonly [name: string, isOwn: boolean] {
  const id = textOf(entry['id'])
  if (kind === 'trades' && id !== '') return [`trade ${textOf(entry['symbol'])} ${id}`, true]
  if (kind === 'trades') return [`trade ${ofTrade.map((field) => textOf(entry[field])).join(' ')}`, false]
  if (id !== '') return [`${movedOf(kind, entry)} ${id}`, true]
  return [`${movedOf(kind, entry)} ${ofMovement.map((field) => textOf(entry[field])).join(' ')}`, false]
}

const ofTrade = ['symbol', 'order', 'timestamp', 'side', 'price', 'amount']
const ofMovement = ['txid', 'currency', 'address', 'tag', 'timestamp', 'amount']

const movedOf = (kind: string, entry: JsonObject): string =>
  kind === 'movements' || kind === 'rewards' || kind === 'conversions'
    ? textOf(entry['type'])
    : kind === 'deposits'
      ? 'deposit'
      : 'withdrawal'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads trades, deposits and withdrawals as ccxt unifies them. Of an entry that came twice the later counts. */
export function readCcxtPages(of: CcxtExchange, pages: readonly StoredPage[]): Reading {
  const { slug, name: exchange, movedIn, nameInFile, toldTwice } = of
  const out = new Collector({ exchange, names: new SeenNames() })
  const lists = pages.filter(({ stream }) => stream !== HOLDINGS)
  const { entries, refused } = newestEntries(lists, {
    kind: `${slug}-api`,
    entriesOf: namedEntries,
    fieldsOf: (entry) => ({ ...flat(entry), ...ofInfo(entry, movedIn) }),
    ...(nameInFile === undefined ? {} : { nameInFile }),
  })
  const told = toldTwice?.(entries.filter(({ stream }) => stream === 'rewards').map(({ entry }) => entry))
  for (const { stream, entry, record } of entries)
    out.attempt([record], () => {
      if (entry['type'] === REFUSED) return sayRefused(record, exchange, out)
      if (told?.has(entry) === true) return out.skip([record], 'covered_by_other_file')
      const reading = { record, entry, of, out }
      if (stream === 'trades') return readTrade(reading)
      if (stream === 'conversions') return readConversion(reading)
      readMovement(reading, movedOf(stream, entry))
    })
  const { transactions, skipped, notes, errors, counterparties } = out
  const balances = heldIn(pages, transactions)
  return { transactions, skipped, notes, errors: [...refused, ...errors], balances, counterparties }
}

const REFUSED = 'refused'

/** An entry in place of those of a list that the exchange did not give. */
export const refusalOf = (list: string): JsonObject => ({ id: list, type: REFUSED, list })

function sayRefused(record: JsonRecord, exchange: string, out: Collector): void {
  const message = `${exchange} did not let this key read its list of ${record.text('list')}: what is in it is missing here`
  out.note(record, 'list_refused', message, 'list')
  out.skip([record], 'list_refused')
}

/** What the exchange said last that is held of each coin; of one that never moved only where it is held. */
function heldIn(pages: readonly StoredPage[], transactions: Reading['transactions']): StatedBalance[] {
  const page = pages.findLast(({ stream }) => stream === HOLDINGS)
  const held = page === undefined ? undefined : exactJsonOf(page.text)
  if (page === undefined || !isObject(held)) return []
  const moved = new Set(
    transactions.flatMap(({ from, to, fee }) => [from, to, fee].map((leg) => leg?.asset ?? '')),
  )
  return Object.entries(held).flatMap(([asset, text]) => {
    const value = parseDecimal(textOf(text))
    if (value === undefined || (isZero(value) && !moved.has(asset))) return []
    return [{ asset, part: '', at: page.fetchedAt, quantity: formatDecimal(value) }]
  })
}

/** An entry with the parts of its fee beside the others. */
function flat(entry: JsonObject): JsonObject {
  const fee = isObject(entry['fee']) ? entry['fee'] : {}
  return { ...entry, fee_cost: fee['cost'], fee_currency: fee['currency'] }
}

/** What of a deposit or withdrawal is read from the entry as the exchange sent it. */
function ofInfo({ info, side }: JsonObject, movedIn: CcxtExchange['movedIn']): JsonObject {
  return side === undefined && isObject(info) && movedIn !== undefined ? movedIn(info) : {}
}

/** An entry that is being read. */
interface EntryReading {
  readonly record: JsonRecord
  readonly entry: JsonObject
  readonly of: CcxtExchange
  readonly out: Collector
}

/** Says what an entry states and is not counted, or whose meaning is not documented. */
function sayOpen({ record, entry, of, out }: EntryReading, counted: readonly DraftLeg[]): void {
  const { info } = entry
  if (!isObject(info)) return
  const amounts = counted.map(({ amount }) => amount)
  sayUncounted(out, record, of.name, uncountedCosts(info, amounts, of.knownCosts))
  const doubt = of.doubtIn?.(entry, info)
  if (doubt === undefined) return
  out.note(record, 'meaning_open', doubt)
  out.flagRecord(record, 'review')
}

function readTrade(reading: EntryReading): void {
  const { record, entry, of, out } = reading
  // What is settled in a third coin is a contract, and no exchange of coins.
  const [base = '', market = ''] = record.requiredText('symbol').split('/')
  if (market === '' || market.includes(':'))
    throw record.problem('unmapped_type', 'symbol', 'Not a market for coins')
  const { info } = entry
  const quote = (isObject(info) ? of.quoteIn?.(info).toUpperCase() : '') || market
  const own = { asset: base, amount: record.requiredAmount('amount') }
  const other = { asset: quote, amount: record.requiredAmount('cost') }
  const side = record.requiredText('side')
  // Some exchanges have a word for a trade of a person with themselves.
  if (side !== 'buy' && side !== 'sell')
    throw record.problem('unmapped_type', 'side', `Neither bought nor sold: ${shown(side)}`)
  const [from, to] = side === 'buy' ? [other, own] : [own, other]
  const costs = costsOf(reading)
  sayOpen(reading, costs)
  out.addWithFees(
    [record],
    {
      at: record.time('timestamp'),
      type: exchangeType(from.asset, to.asset),
      from,
      to,
      externalId: record.text('id'),
    },
    of.costsIn === undefined ? costs : netByAsset(costs),
  )
}

/** Coins or money that the exchange itself gave for others. */
function readConversion(reading: EntryReading): void {
  const { record, of, out } = reading
  if (isNotDone(record, record.text('status'), out)) return
  const from = legOf(record, 'from')
  const to = legOf(record, 'to')
  const at = record.time('timestamp')
  const kind = record.requiredText('type')
  // A sweep is named by what went: its charge is in what came, or is not. So is the money of a card.
  const named = [from, to].filter(({ asset }) =>
    kind === 'card' ? !isFiat(asset) : kind !== 'dust' || asset === from.asset,
  )
  const cost = record.amount('fee_cost')
  const fees = cost === null ? [] : [{ asset: record.text('fee_currency') || to.asset, amount: cost }]
  sayOpen(reading, fees)
  out.addWithFees(
    [record],
    {
      at,
      type: exchangeType(from.asset, to.asset),
      from,
      to,
      externalId: record.text('id'),
      group: of.nameEvent?.(out, kind, at, named) ?? null,
    },
    fees,
  )
}

const legOf = (record: JsonRecord, side: 'from' | 'to'): DraftLeg => ({
  asset: record.requiredText(`${side}_asset`),
  amount: absoluteAmount(record.requiredAmount(`${side}_amount`)),
})

/** Fees of a trade and taxes on it, each in its coin. One without a coin is in that of the fee; where that has none, it is left to say. */
function costsOf({ record, entry, of }: EntryReading): DraftLeg[] {
  const { info } = entry
  const list = Array.isArray(entry['fees']) ? entry['fees'].filter(isObject) : []
  const fees = list.length > 0 ? list : isObject(entry['fee']) ? [entry['fee']] : []
  const costs = isObject(info) ? (of.costsIn?.(info, fees) ?? fees) : fees
  return costs.flatMap((cost) => {
    const one = record.of(cost)
    const amount = one.amount('cost')
    const asset = one.text('currency') || record.of(costs[0] ?? {}).text('currency')
    return amount === null || asset === '' ? [] : [{ asset, amount }]
  })
}

/** Words of ccxt for what did not happen, or has not yet. Where it has none it passes on the one that the exchange uses. */
const NOT_DONE: Readonly<Record<string, string>> = {
  pending: 'pending',
  processing: 'pending',
  unknown: 'pending',
  failed: 'failed',
  fail: 'failed',
  rejected: 'failed',
  canceled: 'cancelled',
}

/** Whether an entry did not happen, or not yet; it is then skipped. @throws UnreadableValue for a word that is not known */
function isNotDone(record: JsonRecord, status: string, out: Collector): boolean {
  const reason = NOT_DONE[status.toLowerCase()]
  if (reason !== undefined) out.skip([record], reason)
  else if (status !== 'ok' && status !== '')
    throw record.problem('unmapped_type', 'status', `Not known whether it happened: ${shown(status)}`)
  return reason !== undefined
}

function readMovement(reading: EntryReading, moved: string): void {
  const { record, of, out } = reading
  const { depositWords = {}, nameEvent } = of
  const word = record.text('status')
  if (isNotDone(record, (moved === 'deposit' ? depositWords[word] : undefined) ?? word, out)) return
  const asset = record.requiredText('currency')
  const amount = absoluteAmount(record.requiredAmount('amount'))
  const cost = record.amount('fee_cost')
  const feeAsset = record.text('fee_currency') || asset
  const fee = cost === null || isNegative(cost.value) ? null : { asset: feeAsset, amount: cost }
  sayOpen(reading, fee === null ? [] : [fee])
  const base = {
    at: record.time('timestamp'),
    externalId: record.text('id'),
    txHash: bareHash(record.text('txid')),
    fee,
  }
  switch (moved) {
    case 'deposit':
      return out.add([record], { ...base, type: 'incoming', subType: 'received', to: { asset, amount } })
    case 'withdrawal': {
      out.add([record], { ...base, type: 'outgoing', subType: 'sent', from: { asset, amount } })
      const recipient = recipientOf(asset, record.text('address'), base.txHash)
      if (recipient !== undefined) out.meet(recipient)
      return
    }
    case 'reward': {
      const subType = rewardOf(record)
      // Binance.US lists what staking brought by itself.
      if (subType === undefined) return out.skip([record], 'covered_by_other_file')
      const to = { asset, amount }
      const group = nameEvent?.(out, 'reward', base.at, [to]) ?? null
      return out.add([record], { ...base, group, type: 'incoming', subType, to })
    }
    default:
      throw record.problem('unmapped_type', 'type', `Not a known kind of entry: ${shown(moved)}`)
  }
}

/** Words that exchanges give what they gave. */
const REWARDS = [
  [/airdrop/i, 'airdrop'],
  [/rebate|commission/i, 'rebate'],
  [/stak|locked/i, 'staking_reward'],
  [/interest|flexible|savings|earn/i, 'interest_received'],
] as const

function rewardOf(record: JsonRecord): IncomingSubType | undefined {
  const found = REWARDS.find(([words]) => words.test(record.text('word')))?.[1] ?? 'misc_reward'
  const isOfUs = record.identity().kind === 'binance-us-api'
  return isOfUs && found === 'staking_reward' && record.text('isStaking') !== 'true' ? undefined : found
}
