import { type AssetId, isFiat } from '@lotbook/journal'
import { compare, formatDecimal, isNegative, isZero, times } from '@lotbook/money'
import {
  absoluteAmount,
  addAmounts,
  type Amount,
  amountText,
  isZeroAmount,
  noAmount,
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
import type { FileFormat } from '../reader/csv-format.ts'
import { coinbaseAsset, coinbaseTicker } from '../../providers/coinbase/assets.ts'
import { creditType } from '../../providers/coinbase/credit-type.ts'
import { coinbaseIdentity } from '../../providers/coinbase/identity.ts'
import { type CoinbaseType, coinbaseType } from '../../providers/coinbase/transaction-type.ts'
import { wholeRow, withoutRepeats } from '../reader/repeats.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { moved } from '../reader/words.ts'
import type { Signature } from '../reader/signature.ts'
import { readTakenBack } from '../reader/taken-back.ts'
import { bareMoney } from './money.ts'
import { parseNotes } from './notes.ts'
import { pairRows, type Paired } from './pairs.ts'
import { coinbaseMoves } from './taken-back.ts'

/**
 * Coinbase, transaction history report. Its generations differ in columns only; a row means the same in
 * all of them. A row is known again by what it says, not by the ID that only the newer ones have: people
 * re-import old history from a new report, and nothing may then be there twice.
 */
export function coinbaseReport(generation: {
  id: string
  name: string
  headers: readonly Signature[]
}): FileFormat {
  return {
    ...generation,
    family: 'coinbase-report',
    sourceSlug: 'coinbase',
    exchange: 'Coinbase',
    timeZone: 'UTC',
    dateColumns: ['Timestamp'],

    identify(row) {
      const at = row.time('Timestamp')
      const quantity = row.requiredAmount('Quantity Transacted')
      return coinbaseIdentity({
        at,
        code: row.requiredText('Asset'),
        isOut: isOut(row, quantity),
        quantity,
      })
    },

    read(rows, sheet, out) {
      const own = withoutRepeats(rows, (row) => wholeRow(row, row.text('ID')), out)
      const { pairs, single } = pairRows(own)
      for (const pair of pairs) out.attempt([pair.minus, pair.plus], () => readPair(pair, sheet, out))
      const back = readTakenBack(
        coinbaseMoves(single, sheet, { assetOf, totalOf: (row) => totalOf(row, sheet) }),
        out,
      )
      const told = arrivalsToldTwice(single)
      for (const row of single)
        if (back.has(row)) continue
        else if (told.has(row)) out.skip([row], 'covered_by_other_file')
        else out.attempt([row], () => readRow(row, sheet, out))
    },
  }
}

export const assetOf = (row: Row): AssetId => coinbaseAsset(row.requiredText('Asset'))

/** Quantities have a sign since 2024; before that only the type tells. */
export function isOut(row: Row, quantity: Amount): boolean {
  if (isNegative(quantity.value)) return true
  const type = coinbaseType(row.text('Transaction Type'))
  return type?.kind === 'out' || type?.kind === 'sell' || type?.kind === 'convert'
}

function readRow(row: Row, sheet: Sheet, out: Collector): void {
  const typeText = row.requiredText('Transaction Type')
  const type = coinbaseType(typeText)
  if (type?.kind === 'internal') return out.skip([row], 'internal_transfer')

  const quantity = row.requiredAmount('Quantity Transacted')
  const leg = { asset: assetOf(row), amount: quantity }
  const base = {
    at: row.time('Timestamp'),
    externalId: row.text('ID'),
    comment: row.text('Notes'),
  }
  const worth = () => ({
    value: stated(row, sheet, leg.asset, out),
    unitPrices: spotPrice(row, sheet, leg.asset, out),
  })

  switch (type?.kind) {
    case 'buy':
    case 'sell':
      // Cash that is credited is no purchase of cash.
      if (leg.asset === priceCurrency(row, sheet).currency) {
        const move =
          type.kind === 'buy'
            ? ({ kind: 'in', subType: 'received' } as const)
            : ({ kind: 'out', subType: 'sent' } as const)
        return out.add([row], { ...base, ...readMove(row, leg, move, isNegative(quantity.value)) })
      }
      return out.add([row], { ...base, ...readOrder(row, sheet, leg, type.kind, out) })
    case 'convert':
      return out.add([row], {
        ...base,
        ...readConvert(row, leg, out),
        ...worth(),
        value: worthReceived(row, sheet, leg.asset, out),
      })
    case 'in':
    case 'out':
      return out.add([row], {
        ...base,
        ...readMove(row, leg, type, isNegative(quantity.value)),
        ...worth(),
      })
    case 'futures':
      return out.add([row], {
        ...base,
        ...moved({ kind: 'signed', in: 'margin_gain', out: 'margin_loss' }, leg),
        ...worth(),
      })
    case 'migration':
    case 'dex': {
      const isDexSend = /send/i.test(typeText)
      const flags = isDexSend ? [] : ['ungrouped']
      const draft = isOut(row, quantity)
        ? ({ type: 'outgoing', subType: 'sent', from: leg } as const)
        : ({ type: 'incoming', subType: 'received', to: leg } as const)
      if (!isDexSend) out.note(row, 'ungrouped', `No row for the other side of this ${typeText} was found`)
      return out.add([row], { ...base, ...draft, ...worth(), flags })
    }
    default:
      out.note(row, 'unmapped_type', `Unknown transaction type: ${typeText}`, 'Transaction Type')
      return out.add([row], {
        ...base,
        ...unmapped(typeText, leg, isNegative(quantity.value)),
        ...worth(),
      })
  }
}

function readMove(
  row: Row,
  leg: DraftLeg,
  type: Extract<CoinbaseType, { subType: string }>,
  hasMinus: boolean,
): Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'flags'> {
  if (type.kind === 'out') return { type: 'outgoing', subType: type.subType, from: leg }
  // A receipt with a minus was taken back: a failed bank deposit, for example.
  if (hasMinus) return { type: 'outgoing', subType: 'sent', from: leg, flags: ['reversal'] }
  return { type: 'incoming', subType: creditType(leg.asset, type.subType, row.text('Notes')), to: leg }
}

function readOrder(
  row: Row,
  sheet: Sheet,
  leg: DraftLeg,
  side: 'buy' | 'sell',
  out: Collector,
): Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'fee' | 'value' | 'flags'> {
  const notes = parseNotes(row.text('Notes'))
  if (notes?.kind === 'convert') {
    const other = notes.to.asset === leg.asset ? notes.from : notes.to
    return twoSided(side, leg, { asset: coinbaseAsset(other.asset), amount: other.amount }, null)
  }
  const { currency, isAssumed } = priceCurrency(row, sheet)
  const { gross, fees } = cashOf(row, sheet, side)
  const counter = notes === undefined ? null : valuedCounter(notes, leg.asset, currency)
  if (counter !== null && counter !== currency) {
    const message = `The notes state the value of this order, and not how much ${counter} it was for`
    out.note(row, 'counter_leg_missing', message, 'Notes', row.text('Notes'))
    const value = gross === null ? null : { amount: gross, currency }
    const flags = ['counter_leg_missing']
    return side === 'sell'
      ? { type: 'outgoing', subType: 'sent', from: leg, value, flags }
      : { type: 'incoming', subType: 'received', to: leg, value, flags }
  }
  const quoted = counter === null ? (notes?.quote ?? null) : currency
  if (notes === undefined || quoted === null || quoted === currency) {
    if (gross === null)
      throw row.problem('missing_amount', totalColumn(sheet) ?? 'Total', 'The total is empty')
    const fee = fees === null ? null : { asset: currency, amount: fees }
    const order = twoSided(side, leg, { asset: currency, amount: gross }, fee)
    return isAssumed && (notes?.quote ?? null) === null ? { ...order, flags: ['native_assumed'] } : order
  }
  const inQuote = quoteFigures(notes, leg.amount, gross, fees, side)
  const quote = coinbaseAsset(quoted)
  return {
    ...twoSided(side, leg, { asset: quote, amount: inQuote.gross }, { asset: quote, amount: inQuote.fee }),
    value: gross === null ? null : { amount: gross, currency },
  }
}

/**
 * The other side of an order whose note states its value in a currency that it was not traded in: `for $3,486.00 USD on ETH-BTC`
 * leaves the quantity of bitcoin open. Null where the note states a quantity.
 */
function valuedCounter(
  { quote, market }: { quote: string | null; market: readonly [string, string] | null },
  own: AssetId,
  currency: string,
): AssetId | null {
  if (market === null) return null
  const [base, other] = market.map(coinbaseTicker)
  const counter = coinbaseAsset(base ?? '') === own ? other : base
  const unit = quote ?? currency
  return counter === undefined || !isFiat(unit) || counter === unit ? null : counter
}

function twoSided(side: 'buy' | 'sell', leg: DraftLeg, other: DraftLeg, fee: DraftLeg | null) {
  const [from, to] = side === 'buy' ? [other, leg] : [leg, other]
  return { type: exchangeType(from.asset, to.asset), from, to, fee }
}

/**
 * Cash-exact: what was paid is Total, so a buy's gross is Total less Fees and a sell's is Total plus Fees.
 * Subtotal need not add up with them because of the spread; it is used only where there is no Total.
 */
function cashOf(row: Row, sheet: Sheet, side: 'buy' | 'sell'): { gross: Amount | null; fees: Amount | null } {
  const totalName = totalColumn(sheet)
  const feesName = feesColumn(sheet)
  const subtotalName = subtotalColumn(sheet)
  const total = totalName === undefined ? null : row.amount(totalName, bareMoney)
  const feesCell = feesName === undefined ? null : row.amount(feesName, bareMoney)
  const fees = feesCell === null ? null : absoluteAmount(feesCell)
  if (total === null) {
    const subtotal = subtotalName === undefined ? null : row.amount(subtotalName, bareMoney)
    return { gross: subtotal === null ? null : absoluteAmount(subtotal), fees }
  }
  const paid = absoluteAmount(total)
  const gross = side === 'buy' ? subtractAmounts(paid, fees ?? noAmount) : addAmounts(paid, fees ?? noAmount)
  if (isNegative(gross.value))
    throw row.problem('amounts_contradict', feesName ?? 'Fees', 'The fees are more than the total')
  return { gross, fees }
}

/** Gross and fee in the quote asset of the note, when the money columns are in another currency. */
function quoteFigures(
  notes: { total: Amount; price: Amount | null },
  quantity: Amount,
  gross: Amount | null,
  fees: Amount | null,
  side: 'buy' | 'sell',
): { gross: Amount; fee: Amount } {
  const withFee = (fee: Amount) => ({
    gross: side === 'buy' ? subtractAmounts(notes.total, fee) : addAmounts(notes.total, fee),
    fee,
  })
  if (fees === null || isZeroAmount(fees)) return withFee(noAmount)
  // A quote worth one unit of the currency (ETH-USDC in dollars): the columns already count it.
  const total =
    gross === null ? null : side === 'buy' ? addAmounts(gross, fees) : subtractAmounts(gross, fees)
  if (total !== null && compare(total.value, notes.total.value) === 0) return withFee(fees)
  if (notes.price === null) return withFee(noAmount)
  const traded = { value: times(absoluteAmount(quantity).value, notes.price.value), places: 0 }
  const atPrice = { ...traded, places: traded.value.scale }
  const fee = side === 'buy' ? subtractAmounts(notes.total, atPrice) : subtractAmounts(atPrice, notes.total)
  // The price in the note is rounded: a fee below zero says no more than that.
  return isNegative(fee.value) || isZero(fee.value) ? withFee(noAmount) : withFee(fee)
}

function readConvert(
  row: Row,
  leg: DraftLeg,
  out: Collector,
): Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'flags'> {
  const notes = parseNotes(row.text('Notes'))
  if (notes?.kind !== 'convert') {
    out.note(row, 'counter_leg_missing', 'The notes do not say what it was converted to', 'Notes')
    return { type: 'outgoing', subType: 'sent', from: leg, flags: ['counter_leg_missing'] }
  }
  const isReceivingRow =
    coinbaseAsset(notes.from.asset) !== leg.asset && coinbaseAsset(notes.to.asset) === leg.asset
  const from = isReceivingRow ? { ...notes.from, asset: coinbaseAsset(notes.from.asset) } : leg
  const to = isReceivingRow ? leg : { ...notes.to, asset: coinbaseAsset(notes.to.asset) }
  // ETH2 goes by the name of ETH: converting one into the other renamed it.
  const type = from.asset === to.asset ? 'swap' : exchangeType(from.asset, to.asset)
  return { type, from, to }
}

/**
 * Rows of what a convert brought where the row of what was given for it is there too: the notes of each tell both sides, and one
 * trade would count twice. A row that is there alone tells the trade.
 */
function arrivalsToldTwice(rows: readonly Row[]): ReadonlySet<Row> {
  const given = new Map<string, number>()
  const arrivals: { readonly row: Row; readonly name: string }[] = []
  for (const row of rows) {
    if (coinbaseType(row.text('Transaction Type'))?.kind !== 'convert') continue
    const notes = parseNotes(row.text('Notes'))
    if (notes?.kind !== 'convert') continue
    const [from, to] = [coinbaseAsset(notes.from.asset), coinbaseAsset(notes.to.asset)]
    const name = [
      row.text('Timestamp'),
      from,
      amountText(notes.from.amount),
      to,
      amountText(notes.to.amount),
    ].join(' ')
    const own = coinbaseAsset(row.text('Asset'))
    if (own === from) given.set(name, (given.get(name) ?? 0) + 1)
    else if (own === to) arrivals.push({ row, name })
  }
  const told = arrivals.filter(({ name }) => {
    const left = given.get(name) ?? 0
    given.set(name, left - 1)
    return left > 0
  })
  return new Set(told.map(({ row }) => row))
}

function readPair({ minus, plus, kind, isByOrder, externalId }: Paired, sheet: Sheet, out: Collector): void {
  const from = { asset: assetOf(minus), amount: minus.requiredAmount('Quantity Transacted') }
  const to = { asset: assetOf(plus), amount: plus.requiredAmount('Quantity Transacted') }
  const rows = [minus, plus].toSorted((a, b) => a.number - b.number)
  const type = kind === 'swap' ? renameType(from.asset, to.asset) : exchangeType(from.asset, to.asset)
  out.add(rows, {
    at: minus.time('Timestamp'),
    type,
    from,
    to,
    // A rename needs no value, but where its owner declares the pair and treats it as a trade.
    unitPrices: {
      ...spotPrice(minus, sheet, from.asset, out),
      ...spotPrice(plus, sheet, to.asset, out),
    },
    externalId,
    comment: minus.text('Notes'),
    flags: isByOrder ? ['paired_by_order'] : [],
  })
}

/** The value that the report states for a movement of crypto. */
function stated(row: Row, sheet: Sheet, moved: AssetId, out: Collector): Draft['value'] {
  const column = totalColumn(sheet)
  const total = column === undefined ? null : out.statedAmount(row, column, bareMoney)
  const { currency } = priceCurrency(row, sheet)
  return total === null || moved === currency ? null : { amount: total, currency }
}

/**
 * The value of what a convert brought: without the fee or spread that the total of some generations, and the subtotal of none, has in
 * it, so the smaller of the two.
 */
function worthReceived(row: Row, sheet: Sheet, moved: AssetId, out: Collector): Draft['value'] {
  const total = stated(row, sheet, moved, out)
  const column = subtotalColumn(sheet)
  const subtotal = column === undefined ? null : out.statedAmount(row, column, bareMoney)
  if (!total || subtotal === null || isZeroAmount(subtotal)) return total
  const [whole, net] = [absoluteAmount(total.amount), absoluteAmount(subtotal)]
  return { ...total, amount: compare(net.value, whole.value) < 0 ? net : whole }
}

/** The price of a unit that the report states for a movement of crypto. */
function spotPrice(row: Row, sheet: Sheet, moved: AssetId, out: Collector): Draft['unitPrices'] & object {
  const column = sheet.find(/^(?:(?:[A-Z]{3} )?Spot )?Price at Transaction$/i)?.name
  const amount = column === undefined ? null : out.statedAmount(row, column, bareMoney)
  const { currency } = priceCurrency(row, sheet)
  return amount === null || moved === currency
    ? {}
    : { [moved]: { amount: absoluteAmount(amount), currency } }
}

/** What an order cost or brought in all, without its sign. */
function totalOf(row: Row, sheet: Sheet): string {
  const column = totalColumn(sheet)
  const total = column === undefined ? null : row.amount(column, bareMoney)
  return total === null ? '' : formatDecimal(absoluteAmount(total).value)
}

function priceCurrency(row: Row, sheet: Sheet): { currency: string; isAssumed: boolean } {
  const own = row.text('Price Currency') || row.text('Spot Price Currency')
  if (own !== '') return { currency: own.toUpperCase(), isAssumed: false }
  const inHeader = sheet.find(/^([A-Z]{3}) Spot Price at Transaction$/i)?.captured
  if (inHeader !== undefined) return { currency: inHeader.toUpperCase(), isAssumed: false }
  const inNotes = notedCurrency(sheet)
  return inNotes === null ? { currency: 'USD', isAssumed: true } : { currency: inNotes, isAssumed: false }
}

const noted = new WeakMap<Sheet, string | null>()

/** The generation without a currency anywhere: the notes of its orders name it, for the whole file. */
function notedCurrency(sheet: Sheet): string | null {
  const known = noted.get(sheet)
  if (known !== undefined) return known
  const column = sheet.columnOf('Notes') ?? -1
  let found: string | null = null
  for (const { cells } of sheet.rows) {
    const notes = parseNotes(cells[column] ?? '')
    if (notes?.kind !== 'order' || notes.quote === null || !isFiat(notes.quote)) continue
    found = notes.quote
    break
  }
  noted.set(sheet, found)
  return found
}

function totalColumn(sheet: Sheet): string | undefined {
  return sheet.find(/^(?:[A-Z]{3} )?Total(?: \(inclusive of fees(?: and\/or spread)?\))?$/i)?.name
}

function subtotalColumn(sheet: Sheet): string | undefined {
  return sheet.find(/^(?:[A-Z]{3} )?Subtotal$/i)?.name
}

function feesColumn(sheet: Sheet): string | undefined {
  return sheet.find(/^(?:[A-Z]{3} )?Fees(?: and\/or Spread)?$/i)?.name
}
