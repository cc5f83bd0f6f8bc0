import { compare, type Decimal, formatDecimal, minus, parseDecimal, plus, times } from '@lotbook/money'
import { type JsonObject, textIn } from '../json-answer.ts'
import { absoluteOf, orderSides, rewardRows, stateOf, swept } from './binance-lists.ts'
import { ALL_DAYS, type ExchangeList, windowed } from './exchange-list.ts'

/** A moment, which these lists tell in seconds in places. */
function momentOf(info: JsonObject): string {
  const time = textIn(info, 'createTime')
  return /^\d{9,10}$/.test(time) ? `${time}000` : time
}

/** An order at a quoted price: over the counter, and of one click for money, which states a fee. */
function orderOf(info: JsonObject, type: 'convert' | 'card'): JsonObject {
  const [from, to] = ['from', 'to'].map((side) => ({
    asset: textIn(info, `${side}Coin`).toUpperCase(),
    amount: textIn(info, `${side}Amount`),
  })) as [{ asset: string; amount: string }, { asset: string; amount: string }]
  const fee = { cost: textIn(info, 'feeAmount'), currency: textIn(info, 'feeCoin').toUpperCase() }
  return {
    ...orderSides(type, ...withoutFee(from, to, fee, textIn(info, 'ratio'))),
    id: textIn(info, 'orderId') || textIn(info, 'quoteId'),
    timestamp: momentOf(info),
    status: stateOf(textIn(info, 'orderStatus')),
    fee,
    info,
  }
}

type Side = { readonly asset: string; readonly amount: string }

/** Both sides as they were exchanged at the price: what was paid less its fee, or what came with it, where that is nearer to the price. */
function withoutFee(
  from: Side,
  to: Side,
  { cost, currency }: { readonly cost: string; readonly currency: string },
  ratio: string,
): [Side, Side] {
  const [gave, got, fee, price] = [from.amount, to.amount, cost, ratio].map((text) => parseDecimal(text))
  if (gave === undefined || got === undefined || fee === undefined || price === undefined) return [from, to]
  if (currency === from.asset && isNearer(price, [minus(gave, fee), got], [gave, got]))
    return [{ ...from, amount: formatDecimal(minus(gave, fee)) }, to]
  if (currency === to.asset && isNearer(price, [gave, plus(got, fee)], [gave, got]))
    return [from, { ...to, amount: formatDecimal(plus(got, fee)) }]
  return [from, to]
}

type Pair = readonly [Decimal, Decimal]

/** Whether one pair of amounts is nearer to a price than another; the price may be that of either side. */
function isNearer(price: Decimal, one: Pair, other: Pair): boolean {
  const apart = ([a, b]: Pair) => ({
    ofFirst: absoluteOf(minus(times(a, price), b)),
    ofSecond: absoluteOf(minus(times(b, price), a)),
  })
  const [x, y] = [apart(one), apart(other)]
  // The side that the price is of comes out all but even.
  const [, second] = other
  const isOfFirst = compare(times(y.ofFirst, other[0]), times(y.ofSecond, second)) <= 0
  return isOfFirst ? compare(x.ofFirst, y.ofFirst) < 0 : compare(x.ofSecond, y.ofSecond) < 0
}

const PAGED = {
  until: 'endTime',
  isOptional: true,
  rest: { by: 'page', param: 'page' },
} satisfies Partial<ExchangeList>

/**
 * What Binance.US lists beside trades, deposits and withdrawals: gifts, of which those of staking have a list of their own, orders over the
 * counter and of one click, and dust. https://docs.binance.us
 */
export const BINANCE_US_LISTS: readonly ExchangeList[] = [
  windowed('rewards', 'sapiGetAssetAssetDistributionHistory', 90, 500, {
    name: 'distributions',
    until: 'endTime',
    rows: rewardRows('rows', { id: 'tranId', time: 'divTime', word: 'category' }),
  }),
  windowed('rewards', 'sapiGetStakingStakingRewardsHistory', 90, 500, {
    name: 'staking',
    until: 'endTime',
    rows: rewardRows('data', { id: 'tranId', time: 'time' }),
  }),
  windowed('conversions', 'sapiGetOtcOrders', ALL_DAYS, 100, {
    ...PAGED,
    takesDays: 90,
    name: 'orders over the counter',
    rows: { list: 'rows', entriesOf: (info) => [orderOf(info, 'convert')] },
  }),
  windowed('conversions', 'sapiGetOcbsOrders', ALL_DAYS, 100, {
    ...PAGED,
    takesDays: 90,
    name: 'orders of one click',
    rows: { list: 'dataList', entriesOf: (info) => [orderOf(info, 'card')] },
  }),
  windowed('conversions', 'sapiGetAssetQueryDustLogs', 90, 100, {
    until: 'endTime',
    isOptional: true,
    name: 'dust',
    rows: { list: 'userAssetDribblets', entriesOf: swept, size: '' },
  }),
]
