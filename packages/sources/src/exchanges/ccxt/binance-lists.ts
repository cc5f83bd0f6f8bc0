import { compare, type Decimal, formatDecimal, minus, parseDecimal, plus, times } from '@lotbook/money'
import { binanceAsset } from '../../providers/binance/assets.ts'
import { type JsonObject, objectsOf, textIn } from '../json-answer.ts'
import { ALL_DAYS, type ExchangeList, type RawRows, windowed } from './exchange-list.ts'

/** Coins given, of which the list has the id, the moment and a word in these fields. */
export const rewardRows = (
  list: string,
  { id, time, word }: { readonly id: string; readonly time: string; readonly word?: string },
): RawRows => ({
  list,
  entriesOf: (info, { name, kind }) => [
    {
      // One transaction can give several coins.
      id: [name ?? kind, info[id], info['asset'], info[time]].map(String).join(' '),
      timestamp: info[time],
      type: 'reward',
      word: word === undefined ? 'staking' : info[word],
      isStaking: word === undefined,
      currency: info['asset'],
      amount: info['amount'],
      info,
    },
  ],
})

/** Binance's words for what became of an order, in those of ccxt; another is passed on. */
const STATES: Readonly<Record<string, string>> = {
  completed: 'ok',
  finished: 'ok',
  success: 'ok',
  successful: 'ok',
  accept_success: 'pending',
  process: 'pending',
  processing: 'pending',
  refunding: 'pending',
  expired: 'canceled',
  refunded: 'canceled',
  fail: 'failed',
  failed: 'failed',
}

export const stateOf = (word: string): string => STATES[word.toLowerCase()] ?? (word || 'unknown')

/** Binance names money by its code; a coin of the same code is none. */
const moneyOf = (info: JsonObject): string => textIn(info, 'fiatCurrency').toUpperCase()

/**
 * A purchase or sale by card or bank. The money of a purchase has the fee in it, as the price says: 20.0 with a fee of 0.2 at 4.437472 are
 * 4.462 coins. https://developers.binance.com/docs/fiat/rest-api/Get-Fiat-Payments-History
 */
function paymentOf(info: JsonObject, isBuy: boolean): JsonObject {
  const [source, obtained] = [textIn(info, 'sourceAmount'), textIn(info, 'obtainAmount')]
  const [money, coins] = isBuy || isMoneyFirst(info) ? [source, obtained] : [obtained, source]
  const fee = textIn(info, 'totalFee')
  const coin = { asset: binanceAsset(textIn(info, 'cryptoCurrency')), amount: coins }
  const cash = { asset: moneyOf(info), amount: withoutFee(money, fee, coins, textIn(info, 'price'), isBuy) }
  return {
    ...orderSides('card', isBuy ? cash : coin, isBuy ? coin : cash),
    id: textIn(info, 'orderNo'),
    timestamp: info['createTime'],
    status: stateOf(textIn(info, 'status')),
    fee: { cost: fee, currency: cash.asset },
    info,
  }
}

export const orderSides = (
  type: string,
  from: { readonly asset: string; readonly amount: unknown },
  to: { readonly asset: string; readonly amount: unknown },
): JsonObject => ({
  type,
  from_asset: from.asset,
  from_amount: from.amount,
  to_asset: to.asset,
  to_amount: to.amount,
})

export const absoluteOf = (value: Decimal): Decimal => ({
  ...value,
  units: value.units < 0n ? -value.units : value.units,
})

/** Whether the first amount of a sale is the money, as that of a purchase is, or the coins: what the price makes of them tells. */
function isMoneyFirst(info: JsonObject): boolean {
  const [source, obtained, price] = ['sourceAmount', 'obtainAmount', 'price'].map((field) =>
    parseDecimal(textIn(info, field)),
  )
  if (source === undefined || obtained === undefined || price === undefined) return true
  const asMoney = times(absoluteOf(minus(times(obtained, price), source)), obtained)
  const asCoins = times(absoluteOf(minus(times(source, price), obtained)), source)
  return compare(asMoney, asCoins) <= 0
}

/** The money of the coins alone: less the fee of a purchase, and with that of a sale, where the price says that the amount has it in it. */
function withoutFee(money: string, fee: string, coins: string, price: string, isBuy: boolean): string {
  const [whole, cost, count, unit] = [money, fee, coins, price].map((text) => parseDecimal(text))
  if (whole === undefined || cost === undefined) return money
  const net = isBuy ? minus(whole, cost) : plus(whole, cost)
  const gross = count === undefined || unit === undefined ? undefined : times(count, unit)
  const isIn =
    gross === undefined ? isBuy : compare(absoluteOf(minus(net, gross)), absoluteOf(minus(whole, gross))) < 0
  return isIn ? formatDecimal(net) : money
}

/**
 * A deposit or withdrawal of money. What was paid in is the indicated amount; the amount is what was left of it.
 * https://developers.binance.com/docs/fiat/rest-api/Get-Fiat-Deposit-Withdraw-History
 */
function moneyMoved(info: JsonObject, isDeposit: boolean): JsonObject {
  const indicated = textIn(info, 'indicatedAmount')
  return {
    id: textIn(info, 'orderNo'),
    timestamp: info['createTime'],
    currency: moneyOf(info),
    amount: isDeposit && indicated !== '' ? indicated : textIn(info, 'amount'),
    status: stateOf(textIn(info, 'status')),
    fee: { cost: textIn(info, 'totalFee'), currency: moneyOf(info) },
    info,
  }
}

/** https://developers.binance.com/docs/convert/trade/Get-Convert-Trade-History */
const converted = (info: JsonObject): JsonObject => ({
  ...orderSides(
    'convert',
    { asset: binanceAsset(textIn(info, 'fromAsset')), amount: info['fromAmount'] },
    { asset: binanceAsset(textIn(info, 'toAsset')), amount: info['toAmount'] },
  ),
  id: textIn(info, 'orderId') || textIn(info, 'quoteId'),
  timestamp: info['createTime'],
  status: stateOf(textIn(info, 'orderStatus')),
  info,
})

/** The coins of a sweep, each sold by itself. What came is without its charge. https://developers.binance.com/docs/wallet/asset/dust-log */
export const swept = (info: JsonObject): JsonObject[] =>
  objectsOf(info['userAssetDribbletDetails']).map((detail) => {
    const charge = textIn(detail, 'serviceChargeAmount')
    const target = binanceAsset(textIn(detail, 'targetAsset') || textIn(info, 'targetAsset') || 'BNB')
    const [net, cost] = [parseDecimal(textIn(detail, 'transferedAmount')), parseDecimal(charge)]
    return {
      ...orderSides(
        'dust',
        { asset: binanceAsset(textIn(detail, 'fromAsset')), amount: detail['amount'] },
        {
          asset: target,
          amount:
            net === undefined || cost === undefined
              ? detail['transferedAmount']
              : formatDecimal(plus(net, cost)),
        },
      ),
      id: `${textIn(detail, 'transId') || textIn(info, 'transId')} ${textIn(detail, 'fromAsset')}`,
      timestamp: detail['operateTime'] ?? info['operateTime'],
      status: 'ok',
      fee: { cost: charge, currency: target },
      info: detail,
    }
  })

/** A reward of Simple Earn, by everything that is told of it: it has no id. */
const earned = (info: JsonObject, list: string, word: string, amount: string): JsonObject => ({
  id: [
    list,
    textIn(info, 'projectId') || textIn(info, 'positionId'),
    textIn(info, 'type'),
    textIn(info, 'asset'),
    info['time'],
    info[amount],
  ].join(' '),
  timestamp: info['time'],
  type: 'reward',
  word,
  list,
  currency: binanceAsset(textIn(info, 'asset')),
  amount: info[amount],
  info,
})

const of = (
  list: string,
  entryOf: (info: JsonObject) => JsonObject,
  names: Partial<RawRows> = {},
): RawRows => ({
  ...names,
  list,
  entriesOf: (info) => [entryOf(info)],
})

/** Lists that a key or country may have no access to: the history comes without them, and says so. */
const OPTIONAL = { until: 'endTime', isOptional: true } satisfies Partial<ExchangeList>
const BY_PAGE = { by: 'page', param: 'page' } as const
const BY_CURRENT = { by: 'page', param: 'current' } as const
/** The documentation names no longest window of the fiat lists; where one is refused after all, it is this. */
const FIAT = { ...OPTIONAL, rest: BY_PAGE, takesDays: 90 } satisfies Partial<ExchangeList>
const FIAT_NAMES = { since: 'beginTime', size: 'rows' } as const
/** https://www.binance.com/en/support/faq/introduction-to-binance-simple-earn-8df6abf5930e4ef4977d84f45d99d491 */
const EARN = { ...OPTIONAL, rest: BY_CURRENT, opened: '2022-09-22' } satisfies Partial<ExchangeList>
const EARN_NAMES = { size: 'size' } as const

/**
 * What Binance lists beside trades, deposits and withdrawals, and ccxt does not unify. Subscriptions to Simple Earn and redemptions move
 * coins inside the account, so nobody asks for them. A call of the fiat orders costs half of what a minute allows (90,000 of 180,000), one
 * of the conversions 3,000: the first are asked for in one window.
 */
export const BINANCE_LISTS: readonly ExchangeList[] = [
  // https://developers.binance.com/docs/wallet/asset/assets-divided-record
  windowed('rewards', 'sapiGetAssetAssetDividend', 180, 500, {
    until: 'endTime',
    rows: rewardRows('rows', { id: 'id', time: 'divTime', word: 'enInfo' }),
  }),
  windowed('conversions', 'sapiGetFiatPayments', ALL_DAYS, 500, {
    ...FIAT,
    name: 'card purchases',
    params: { transactionType: '0' },
    rows: of('data', (info) => paymentOf(info, true), FIAT_NAMES),
  }),
  windowed('conversions', 'sapiGetFiatPayments', ALL_DAYS, 500, {
    ...FIAT,
    name: 'card sales',
    params: { transactionType: '1' },
    rows: of('data', (info) => paymentOf(info, false), FIAT_NAMES),
  }),
  windowed('deposits', 'sapiGetFiatOrders', ALL_DAYS, 500, {
    ...FIAT,
    name: 'fiat deposits',
    params: { transactionType: '0' },
    rows: of('data', (info) => moneyMoved(info, true), FIAT_NAMES),
  }),
  windowed('withdrawals', 'sapiGetFiatOrders', ALL_DAYS, 500, {
    ...FIAT,
    name: 'fiat withdrawals',
    params: { transactionType: '1' },
    rows: of('data', (info) => moneyMoved(info, false), FIAT_NAMES),
  }),
  windowed('conversions', 'sapiGetConvertTradeFlow', 30, 1000, {
    ...OPTIONAL,
    name: 'conversions',
    rows: of('list', converted),
  }),
  // It lists the last hundred of a window, and nothing from before.
  windowed('conversions', 'sapiGetAssetDribblet', 90, 100, {
    ...OPTIONAL,
    name: 'dust',
    opened: '2020-12-01',
    rows: { list: 'userAssetDribblets', entriesOf: swept, size: '' },
  }),
  // Three months are 89 days at least.
  windowed('rewards', 'sapiGetSimpleEarnFlexibleHistoryRewardsRecord', 89, 100, {
    ...EARN,
    name: 'flexible',
    params: { type: 'ALL' },
    rows: of('rows', (info) => earned(info, 'flexible', 'Simple Earn Flexible', 'rewards'), EARN_NAMES),
  }),
  windowed('rewards', 'sapiGetSimpleEarnLockedHistoryRewardsRecord', 89, 100, {
    ...EARN,
    name: 'locked',
    rows: of('rows', (info) => earned(info, 'locked', 'Simple Earn Locked Staking', 'amount'), EARN_NAMES),
  }),
]
