import type { Instant } from '@lotbook/journal'
import { absoluteAmount, isZeroAmount } from '../../reading/amount-text.ts'
import { type Collector, type DraftLeg, exchangeType } from '../../reading/collector.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { splitUnit } from '../reader/glued.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { marketPair } from './market-pairs.ts'
import { binanceAsset, isOpenCode } from '../../providers/binance/assets.ts'

const order = ['Pair', 'Type', 'Order Price', 'Order Amount', 'AvgTrading Price', 'Filled', 'Total', 'status']

/** Places of the cells of a fill. */
const [DATE, FILLED, TOTAL, FEE] = [1, 3, 4, 5]

/**
 * Binance, order history as a workbook: below an order stand a header of their own and its fills, one cell to the right. The columns of
 * a fill are those of the order by place: its date in the second, its price, quantity, total and fee behind it.
 */
export const binanceOrders: FileFormat = {
  id: 'binance-orders-nested',
  family: 'binance-orders',
  name: 'Binance order history',
  sourceSlug: 'binance',
  exchange: 'Binance',
  headers: [{ cells: ['Date(UTC)', ...order] }, { cells: ['Date(UTC)', 'OrderNo', ...order] }],
  timeZone: 'UTC',
  dateColumns: ['Date(UTC)'],
  isOpenCode,
  isInnerHeader: (cells) => cleanCell(cells[DATE] ?? '') === 'Date(UTC)',

  identify(row) {
    const cells = row.cells.map(cleanCell).filter((cell) => cell !== '')
    return { kind: 'binance-order', nativeId: row.text('OrderNo') || null, content: cells.join('|') }
  },

  read(rows, sheet, out) {
    for (const { order, fills } of ordersOf(rows, out))
      out.attempt([order, ...fills], () => readOrder(order, fills, sheet, out))
  },
}

function ordersOf(rows: readonly Row[], out: Collector): { order: Row; fills: Row[] }[] {
  const orders: { order: Row; fills: Row[] }[] = []
  for (const row of rows) {
    const current = orders.at(-1)
    if (row.text('Date(UTC)') !== '') orders.push({ order: row, fills: [] })
    else if (cell(row, DATE) === 'Date(UTC)') out.skip([row], 'inner_header')
    else if (current === undefined) out.error(row, 'group_unreadable', 'No order stands above this fill')
    else current.fills.push(row)
  }
  return orders
}

const cell = (row: Row, place: number): string => cleanCell(row.cells[place] ?? '')

function readOrder(order: Row, fills: readonly Row[], sheet: Sheet, out: Collector): void {
  const pair = marketPair(order.requiredText('Pair'))
  if (pair === undefined)
    throw order.problem('unknown_pair', 'Pair', `The pair cannot be split: ${order.text('Pair')}`)
  const side = order.requiredText('Type').toLowerCase()
  if (side !== 'buy' && side !== 'sell')
    throw order.problem('unmapped_type', 'Type', `Neither buy nor sell: ${order.text('Type')}`)
  const [base, quote] = [binanceAsset(pair.base), binanceAsset(pair.quote)]
  const trade = (at: Instant, own: DraftLeg, other: DraftLeg) => {
    const [from, to] = side === 'buy' ? [other, own] : [own, other]
    return { at, type: exchangeType(from.asset, to.asset), from, to, externalId: order.text('OrderNo') }
  }

  if (fills.length === 0) {
    const own = { asset: base, amount: absoluteAmount(order.requiredAmount('Filled')) }
    if (isZeroAmount(own.amount)) return out.skip([order], 'status_not_completed')
    const other = { asset: quote, amount: absoluteAmount(order.requiredAmount('Total')) }
    return out.add([order], trade(order.time('Date(UTC)'), own, other))
  }
  // Fills of one second are one trade.
  const seconds = Map.groupBy(fills, (fill) => fillTime(fill, sheet))
  for (const [n, [at, ofSecond]] of [...seconds].entries()) {
    const legs = ofSecond.flatMap((fill) => [fillAmount(fill, FILLED, base), fillAmount(fill, TOTAL, quote)])
    const sums = netByAsset(legs)
    const [own, other] = [base, quote].map((asset) => sums.find((leg) => leg.asset === asset))
    if (own === undefined || other === undefined) {
      out.skip(ofSecond, 'zero_amount')
      continue
    }
    const fees = netByAsset(ofSecond.flatMap((fill) => feeOf(fill, quote)))
    const rows = n === 0 ? [order, ...ofSecond] : ofSecond
    out.addWithFees(rows, trade(at, own, other), fees)
  }
}

function fillTime(fill: Row, sheet: Sheet): Instant {
  const time = sheet.readTime(cell(fill, DATE))
  if (time === undefined) throw fill.problem('not_a_date', 'Date(UTC)', `Not a date: ${cell(fill, DATE)}`)
  return fill.dated('Date(UTC)', time.at)
}

function fillAmount(fill: Row, place: number, asset: string): DraftLeg {
  const column = fill.columnAt(place)
  return { asset, amount: absoluteAmount(fill.requiredAmount(column)) }
}

function feeOf(fill: Row, quote: string): DraftLeg[] {
  const column = fill.columnAt(FEE)
  const { unit } = splitUnit(fill.text(column))
  const amount = fill.amount(column, (text) => splitUnit(text).amount)
  return amount === null
    ? []
    : [{ asset: unit === '' ? quote : binanceAsset(unit), amount: absoluteAmount(amount) }]
}
