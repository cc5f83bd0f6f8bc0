import { compareText } from '@lotbook/journal'
import { compare, isNegative, isZero, minus, shareOutAll, times, toUnits } from '@lotbook/money'
import {
  absoluteAmount,
  addAmounts,
  type Amount,
  amountText,
  isZeroAmount,
  subtractAmounts,
} from '../../reading/amount-text.ts'
import {
  type Collector,
  type Draft,
  type DraftLeg,
  exchangeType,
  renameType,
  unmapped,
} from '../../reading/collector.ts'
import { sayNotCounted } from '../../reading/cost-not-counted.ts'
import type { NamedRecord } from '../../reading/named-record.ts'
import type { RecordIdentity } from '../../reading/record.ts'
import { coinbaseAsset } from './assets.ts'
import { creditType } from './credit-type.ts'
import { coinbaseIdentity } from './identity.ts'
import { type CoinbaseEntry, coinbaseEntry } from './ledger-entry.ts'
import { convertsOf, type Order, ordersOf } from './orders.ts'
import { baseOf, isOutgoing } from './sides.ts'
import { toldBySends, withReturns } from './told-moves.ts'

/** An entry is named as the row of the report that tells of the same movement. */
export function ledgerIdentity(record: NamedRecord): RecordIdentity {
  const quantity = record.requiredAmount('amount')
  return coinbaseIdentity({
    at: record.time('created_at'),
    code: record.requiredText('currency'),
    isOut: isOutgoing(record),
    quantity,
  })
}

/** The commission of an order's fills by order and size, where the ledger does not state it. */
export type Commissions = (order: string, size: string) => Amount | null

/**
 * Reads entries of Coinbase's accounts, each of one asset. Entries of one order, fill or convert lie in two accounts: the one that the
 * report has a row for stands for both, and the other is already told by it.
 */
export function readLedger(records: readonly NamedRecord[], out: Collector, commissions: Commissions): void {
  const entries: CoinbaseEntry[] = []
  for (const record of records) {
    const reason = NOT_DONE[record.text('status')]
    if (reason !== undefined) out.skip([record], reason)
    else
      out.attempt([record], () => {
        if (!DONE.has(record.text('status')))
          throw record.problem('unmapped_type', 'status', 'Not known whether it happened')
        entries.push(coinbaseEntry(record, out))
      })
  }
  const told = toldBySends(entries)
  skipTold([...told], out)
  const rest = withReturns(entries.filter((entry) => !told.has(entry)))
  const isOfOrder = ({ type }: CoinbaseEntry) => type?.kind === 'buy' || type?.kind === 'sell'
  for (const order of ordersOf(rest.filter(isOfOrder)))
    out.attempt(
      [...order.coins, ...order.cash].map(({ record }) => record),
      () => readOrder(order, out),
    )
  const isConvert = ({ type }: CoinbaseEntry) => type?.kind === 'convert'
  for (const together of convertsOf(rest.filter(isConvert)))
    out.attempt(
      together.map(({ record }) => record),
      () => readConvert(together, out),
    )
  for (const [key, together] of Map.groupBy(
    rest.filter((entry) => !isOfOrder(entry) && !isConvert(entry)),
    eventOf,
  )) {
    const [first] = together
    if (first === undefined) continue
    const rows = together.map(({ record }) => record)
    if (key.startsWith('fill ')) out.attempt(rows, () => readFills(together, out, commissions))
    else if (key.startsWith('migration ')) out.attempt(rows, () => readMigration(together, out))
    else out.attempt(rows, () => readMove(first, out))
  }
}

const DONE: ReadonlySet<string> = new Set(['completed', ''])
const NOT_DONE: Readonly<Record<string, string>> = {
  pending: 'pending',
  waiting_for_clearing: 'pending',
  waiting_for_signature: 'pending',
  failed: 'failed',
  expired: 'cancelled',
  canceled: 'cancelled',
}

/** The event that entries share. */
function eventOf({ type, record, id, at }: CoinbaseEntry): string {
  switch (type?.kind) {
    case 'fill':
      // Without an order, both entries of a fill still share its market, moment and price.
      return `fill ${record.text('order_id') || `${record.text('product_id')} ${at} ${record.text('fill_price')}`}`
    case 'migration':
      return `migration ${at}`
    default:
      return `entry ${id}`
  }
}

const head = ({
  at,
  id,
  record,
}: CoinbaseEntry): Pick<Draft, 'at' | 'externalId' | 'comment' | 'txHash'> => ({
  at,
  externalId: id,
  comment: record.text('said'),
  txHash: record.text('hash'),
})

const legOf = ({ asset, amount }: CoinbaseEntry): DraftLeg => ({ asset, amount })
const absoluteLeg = ({ asset, amount }: CoinbaseEntry): DraftLeg => ({
  asset,
  amount: absoluteAmount(amount),
})

/** Skips what another entry of the event tells. */
function skipTold(entries: readonly CoinbaseEntry[], out: Collector): void {
  out.skip(
    entries.map(({ record }) => record),
    'covered_by_other_file',
  )
}

/** A purchase or sale at Coinbase's own price; the cash of it has an entry where it was paid from or to a balance. */
function readOrder({ coins, cash }: Order, out: Collector): void {
  const [own, ...more] = coins
  if (own === undefined) return cash.forEach((entry) => readStrayCash(entry, out))
  const [paid] = cash
  if (more.length > 0 || cash.length > 1) {
    for (const entry of coins) readPurchase(entry, undefined, out)
    return skipTold(cash, out)
  }
  readPurchase(own, paid, out)
  skipTold(cash, out)
}

function readPurchase(own: CoinbaseEntry, cash: CoinbaseEntry | undefined, out: Collector): void {
  const total = totalOf(own, cash, out)
  if (total === null) return readMove(own, out)
  const stated = feeIn(own, 'fee', out)
  const fee = stated?.asset === total.asset ? stated : null
  if (fee === null && stated !== null)
    sayFee(own, stated, `the order was paid in ${total.asset}, and nothing says whether that holds it`, out)
  // What was paid counts: the fee is in the total of a purchase, and was taken off that of a sale.
  const move = own.isOut ? addAmounts : subtractAmounts
  const other = {
    asset: total.asset,
    amount: fee === null ? total.amount : move(total.amount, fee.amount),
  }
  const [from, to] = own.isOut ? [legOf(own), other] : [other, legOf(own)]
  out.add([own.record], { ...head(own), type: exchangeType(from.asset, to.asset), from, to, fee })
}

/** A fee that an entry states, in its coin; null where it states none. */
function feeIn({ record }: CoinbaseEntry, field: 'fee' | 'network_fee', out: Collector): DraftLeg | null {
  const amount = out.statedAmount(record, field)
  if (amount === null || isZeroAmount(amount)) return null
  const asset = coinbaseAsset(record.text(`${field}_currency`).toUpperCase())
  return { asset, amount: absoluteAmount(amount) }
}

function sayFee({ record }: CoinbaseEntry, { asset, amount }: DraftLeg, why: string, out: Collector): void {
  sayNotCounted(out, record, `The fee of ${amountText(amount)} ${asset} is not counted: ${why}`)
}

/** Money of an order whose coins are in none of the entries. */
function readStrayCash(entry: CoinbaseEntry, out: Collector): void {
  out.note(
    entry.record,
    'counter_leg_missing',
    `The coins of this ${entry.typeText} are not in these entries`,
  )
  readMove(entry, out, ['counter_leg_missing'])
}

/** What was paid or received in all: by the balance it moved, else as the order states it. */
function totalOf(own: CoinbaseEntry, cash: CoinbaseEntry | undefined, out: Collector): DraftLeg | null {
  if (cash !== undefined) return { asset: cash.asset, amount: absoluteAmount(cash.amount) }
  const currency = own.record.text('total_currency').toUpperCase()
  const total = currency === '' ? null : out.statedAmount(own.record, 'total')
  if (total !== null) return { asset: coinbaseAsset(currency), amount: absoluteAmount(total) }
  return own.worth ? { asset: own.worth.currency, amount: absoluteAmount(own.worth.amount) } : null
}

/**
 * Fills of an order of the order book. Each has an entry in the account of the coin, which states the commission, and one in the account
 * that paid or was paid, without the commission.
 */
function readFills(entries: readonly CoinbaseEntry[], out: Collector, commissions: Commissions): void {
  const isOwn = ({ record, asset }: CoinbaseEntry) => asset === baseOf(record)
  const own = entries.filter(isOwn).toSorted(bySize)
  const others = entries.filter((entry) => !isOwn(entry)).toSorted(bySize)
  if (own.length === 0) return entries.forEach((entry) => readMove(entry, out))
  for (const [n, fill] of own.entries()) {
    const { record, amount, isOut } = fill
    const other = own.length === others.length ? others[n] : undefined
    const counter =
      other === undefined ? counterOf(fill) : { ...legOf(other), amount: absoluteAmount(other.amount) }
    const commission =
      out.statedAmount(record, 'commission') ?? commissions(record.text('order_id'), amountText(amount))
    const fee = commission === null ? null : { asset: counter.asset, amount: absoluteAmount(commission) }
    const [from, to] = isOut ? [legOf(fill), counter] : [counter, legOf(fill)]
    out.add([record], { ...head(fill), type: exchangeType(from.asset, to.asset), from, to, fee })
  }
  skipTold(others, out)
}

const bySize = (a: CoinbaseEntry, b: CoinbaseEntry) =>
  a.at - b.at ||
  compare(absoluteAmount(a.amount).value, absoluteAmount(b.amount).value) ||
  compareText(a.id, b.id)

/** The other side of a fill by its price. */
function counterOf({ record, amount }: CoinbaseEntry): DraftLeg {
  const price = record.requiredAmount('fill_price')
  const value = times(absoluteAmount(amount).value, price.value)
  const quote = record.requiredText('product_id').split('-')[1] ?? ''
  return { asset: coinbaseAsset(quote), amount: { value, places: value.scale } }
}

/**
 * The value of what a convert brought, which no fee and no spread is in: the smaller one that its two entries state. With a fee that was
 * withheld from it, the larger.
 */
function worthReceived(given: CoinbaseEntry, got: CoinbaseEntry, isWithheld: boolean): Draft['value'] {
  if (!given.worth || !got.worth || given.worth.currency !== got.worth.currency)
    return got.worth ?? given.worth
  const [gave, brought] = [absoluteAmount(given.worth.amount), absoluteAmount(got.worth.amount)]
  const isLess = compare(brought.value, gave.value) < 0
  return { ...got.worth, amount: isLess === isWithheld ? gave : brought }
}

/** A convert: the entry of what was given stands for both. */
function readConvert(entries: readonly CoinbaseEntry[], out: Collector): void {
  const [given, ...moreGiven] = entries.filter(({ isOut }) => isOut)
  const [got, ...moreGot] = entries.filter(({ isOut }) => !isOut)
  if (given === undefined || got === undefined || moreGiven.length > 0 || moreGot.length > 0) {
    for (const entry of entries) {
      out.note(entry.record, 'counter_leg_missing', 'The other side of this convert is not in these entries')
      readMove(entry, out, ['counter_leg_missing'])
    }
    return
  }
  const sides = convertSides(given, got, out)
  const type = sides.from.asset === sides.to.asset ? 'swap' : exchangeType(sides.from.asset, sides.to.asset)
  out.add([given.record], {
    ...head(given),
    type,
    ...sides,
    value: type === 'trade' ? worthReceived(given, got, sides.fee?.asset === sides.to.asset) : null,
  })
  skipTold([got], out)
}

/**
 * Both sides of a convert with its fee apart, which their amounts have in them: what was given paid it, or it was withheld from what came.
 * In money it is the share of the coins given that was worth as much.
 */
function convertSides(
  given: CoinbaseEntry,
  got: CoinbaseEntry,
  out: Collector,
): { readonly from: DraftLeg; readonly to: DraftLeg; readonly fee: DraftLeg | null } {
  const [from, to] = [absoluteLeg(given), absoluteLeg(got)]
  const { record } = given.record.text('fee_currency') === '' ? got : given
  const stated = out.statedAmount(record, 'fee')
  if (stated === null || isZeroAmount(stated)) return { from, to, fee: null }
  const asset = coinbaseAsset(record.text('fee_currency'))
  const cost = absoluteAmount(stated)
  if (asset === to.asset)
    return { from, to: { ...to, amount: addAmounts(to.amount, cost) }, fee: { asset, amount: cost } }
  const paid = asset === from.asset ? cost : shareWorth(from.amount, cost, asset, given)
  if (paid === null) {
    sayFee(given, { asset, amount: cost }, 'nothing says which share of the coins it was', out)
    return { from, to, fee: null }
  }
  const left = subtractAmounts(from.amount, paid)
  if (isNegative(left.value) || isZero(left.value)) throw record.feeAboveAmount('fee')
  return { from: { ...from, amount: left }, to, fee: { asset: from.asset, amount: paid } }
}

/** A share of an amount in few figures needs more of them. */
const LEAST_PLACES = 8

/** The part of an amount that a cost is of its worth; null where its worth in that currency is not stated. */
function shareWorth(amount: Amount, cost: Amount, currency: string, { worth }: CoinbaseEntry): Amount | null {
  if (!worth || worth.currency !== currency || isZeroAmount(worth.amount)) return null
  const whole = absoluteAmount(worth.amount).value
  const rest = minus(whole, cost.value)
  if (isNegative(rest)) return null
  const scale = Math.max(rest.scale, cost.value.scale)
  const { value, places: written } = amount
  const places = Math.max(written, LEAST_PLACES)
  const [units = 0n] = shareOutAll(toUnits(value, places), [toUnits(cost.value, scale), toUnits(rest, scale)])
  return { value: { units, scale: places }, places }
}

/** Entries of one moment that gave one asset for another without a sale. */
function readMigration(entries: readonly CoinbaseEntry[], out: Collector): void {
  const [minus, plus] = [entries.find(({ isOut }) => isOut), entries.find(({ isOut }) => !isOut)]
  if (entries.length !== 2 || minus === undefined || plus === undefined) {
    for (const entry of entries) {
      out.note(entry.record, 'ungrouped', `No entry for the other side of this ${entry.typeText} was found`)
      readMove(entry, out, ['ungrouped'])
    }
    return
  }
  const [from, to] = [legOf(minus), legOf(plus)]
  const rows = [minus.record, plus.record].toSorted((a, b) => a.number - b.number)
  // A rename needs no value, but where its owner declares the pair and treats it as a trade.
  const value = from.asset === to.asset ? null : minus.worth
  out.add(rows, { ...head(minus), type: renameType(from.asset, to.asset), from, to, value })
}

/** One movement that has no other side. */
function readMove(entry: CoinbaseEntry, out: Collector, flags: readonly string[] = []): void {
  const { record, type, typeText, isOut, worth: value } = entry
  if (type?.kind === 'internal') return out.skip([record], 'internal_transfer')
  if (isZeroAmount(entry.amount)) return out.skip([record], 'no_value_moved')
  const stated = feeIn(entry, 'fee', out)
  if (stated !== null) sayFee(entry, stated, 'nothing says whether the amount holds it', out)
  const base = { ...head(entry), value, flags: entry.isReturn === true ? [...flags, 'reversal'] : flags }
  const leg = legOf(entry)
  switch (type?.kind) {
    case 'in':
      if (isOut) return out.add([record], { ...base, ...outgo('sent', leg), flags: ['reversal'] })
      return out.add([record], {
        ...base,
        type: 'incoming',
        subType: creditType(leg.asset, type.subType, record.text('said')),
        to: leg,
      })
    case 'out':
      if (!isOut) return out.add([record], { ...base, type: 'incoming', subType: 'rebate', to: leg })
      return out.add([record], { ...base, ...outgo(type.subType, leg) })
    case 'futures':
      return out.add([record], {
        ...base,
        ...(isOut
          ? outgo('margin_loss', leg)
          : ({ type: 'incoming', subType: 'margin_gain', to: leg } as const)),
      })
    case 'reversal':
      return out.add([record], { ...base, ...plain(entry), flags: [...flags, 'reversal'] })
    case undefined:
      out.note(record, 'unmapped_type', `Unknown transaction type: ${typeText}`, 'type')
      return out.add([record], { ...base, ...unmapped(typeText, leg, isOut) })
    default:
      return out.add([record], { ...base, ...plain(entry), ...networkFee(entry, out) })
  }
}

const outgo = (subType: NonNullable<Draft['subType']>, from: DraftLeg) =>
  ({ type: 'outgoing', subType, from }) as const

function plain(entry: CoinbaseEntry): Pick<Draft, 'type' | 'subType' | 'from' | 'to'> {
  const leg = legOf(entry)
  if (entry.isOut) return outgo('sent', leg)
  return {
    type: 'incoming',
    subType: creditType(leg.asset, 'received', entry.record.text('said')),
    to: leg,
  }
}

/**
 * The network's fee of what was sent, which is in the amount unless what arrived is stated and is all of it. @throws UnreadableValue
 */
function networkFee(entry: CoinbaseEntry, out: Collector): Pick<Draft, 'from' | 'fee'> {
  const { record, asset, isOut } = entry
  const stated = isOut ? feeIn(entry, 'network_fee', out) : null
  if (stated === null) return {}
  if (stated.asset !== asset) {
    sayFee(entry, stated, `nothing says whether it was taken from the account of ${stated.asset}`, out)
    return {}
  }
  const [whole, fee] = [absoluteAmount(entry.amount), stated.amount]
  const left = subtractAmounts(whole, fee)
  const arrived = out.statedAmount(record, 'network_amount')
  if (arrived !== null && compare(absoluteAmount(arrived).value, left.value) !== 0) return {}
  if (isNegative(left.value)) throw record.feeAboveAmount('network_fee')
  return { from: { asset, amount: left }, fee: { asset, amount: fee } }
}
