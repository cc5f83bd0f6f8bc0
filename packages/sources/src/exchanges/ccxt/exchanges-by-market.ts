import { formatDecimal, minus, parseDecimal } from '@lotbook/money'
import { isObject, type JsonObject, textIn } from '../json-answer.ts'
import {
  ALL_DAYS,
  type CcxtExchange,
  type ExchangeList,
  limitOf,
  movedWithin,
  type Rest,
  windowed,
} from './exchange-list.ts'

/** Trades of each market, since where they began: what is behind a full answer is asked for by `rest`. */
const ofEachMarket = (limit: number, rest: Rest, more: Partial<ExchangeList> = {}): ExchangeList =>
  windowed('trades', 'fetchMyTrades', ALL_DAYS, limit, { markets: 'all', rest, ...more })

/** Deposits and withdrawals that no time can be asked for. */
const movedEver = (limit: number, rest: Rest): ExchangeList[] =>
  movedWithin(ALL_DAYS, limit, { until: '', isUntimed: true, rest })

const BY_OFFSET: Rest = { by: 'offset', param: 'offset' }
const BY_PAGE: Rest = { by: 'page', param: 'page' }
/** https://open.big.one/docs/api_trade.html */
const BY_TOKEN: Rest = { by: 'token', param: 'page_token', field: 'page_token' }

/** Transfers of Coinbase Exchange of one type, the newest first. */
const transfers = (kind: 'deposits' | 'withdrawals', type: string): ExchangeList =>
  windowed(kind, 'fetchDepositsWithdrawals', ALL_DAYS, 100, {
    name: type,
    until: '',
    isUntimed: true,
    params: { type },
    rest: { by: 'oldest', param: 'after' },
  })

/** Exchanges whose trades have to be asked for market by market, by the methods of ccxt 4.5.84. */
export const EXCHANGES_BY_MARKET: readonly CcxtExchange[] = [
  {
    slug: 'bitget',
    ccxtId: 'bitget',
    name: 'Bitget',
    hosts: { 'api.bitget.com': 'bitget' },
    opened: '2018-07-01',
    // ccxt would add a header of its own partner account, and ask which kind of account it is where the answer changes nothing here.
    options: { broker: '', uta: false, fetchMarkets: { types: ['spot'] } },
    costsIn: bitgetCosts,
    lists: [
      ...movedWithin(90, 100, {
        isExact: true,
        rest: { by: 'lowest-id', param: 'idLessThan', field: 'orderId' },
      }),
      // https://www.bitget.com/api-doc/spot/trade/Get-Fills
      ofEachMarket(
        100,
        { by: 'lowest-id', param: 'idLessThan', field: 'tradeId' },
        { ...limitOf('bitget', 'trades'), isExact: true },
      ),
    ],
  },
  {
    slug: 'coinbase-exchange',
    ccxtId: 'coinbaseexchange',
    name: 'Coinbase Exchange',
    hosts: { 'api.exchange.coinbase.com': 'coinbase-exchange' },
    opened: '2015-01-01',
    statesHoldings: true,
    movedIn: movedOnCoinbase,
    doubtIn: fundedOtherwise,
    lists: [
      transfers('deposits', 'deposit'),
      transfers('withdrawals', 'withdraw'),
      transfers('deposits', 'internal_deposit'),
      transfers('withdrawals', 'internal_withdraw'),
      ofEachMarket(100, { by: 'lowest-id', param: 'after', field: 'trade_id' }),
    ],
  },
  {
    slug: 'coinex',
    ccxtId: 'coinex',
    name: 'CoinEx',
    hosts: { 'api.coinex.com': 'coinex' },
    opened: '2017-12-01',
    lists: [...movedEver(100, BY_PAGE), ofEachMarket(1000, BY_PAGE, { isExact: true })],
  },
  {
    slug: 'whitebit',
    ccxtId: 'whitebit',
    name: 'WhiteBIT',
    hosts: { 'whitebit.com': 'whitebit' },
    opened: '2018-11-01',
    // ccxt takes the number of the exchange for the hash of the chain.
    movedIn: (info) => ({ txid: textIn(info, 'transactionHash') }),
    // A part of the fee, where a deposit or withdrawal was split.
    knownCosts: ['details.partial.processedFee'],
    lists: [
      ...movedEver(100, BY_OFFSET),
      ofEachMarket(100, BY_OFFSET, { until: '', isUntimed: true, params: { limit: 100 } }),
    ],
  },
  {
    slug: 'phemex',
    ccxtId: 'phemex',
    name: 'Phemex',
    hosts: { 'api.phemex.com': 'phemex' },
    opened: '2019-11-01',
    // The fee as a whole number of a hundred-millionth.
    knownCosts: ['execFeeEv'],
    // Deposits and withdrawals reach back three months, coin by coin: they come by file.
    lists: [ofEachMarket(200, BY_OFFSET, { until: 'end' })],
  },
  {
    slug: 'bigone',
    ccxtId: 'bigone',
    name: 'BigONE',
    hosts: { 'big.one': 'bigone' },
    opened: '2017-10-01',
    movedIn: (info) =>
      textIn(info, 'fee') === ''
        ? {}
        : { fee_cost: textIn(info, 'fee'), fee_currency: textIn(info, 'asset_symbol') },
    lists: [...movedEver(200, BY_TOKEN), ofEachMarket(200, BY_TOKEN, { until: '', isUntimed: true })],
  },
]

/**
 * A fee of Bitget is below zero where it was paid, in its own coin too, where ccxt takes it for one that was given back.
 * https://www.bitget.com/api-doc/spot/trade/Get-Fills
 */
function bitgetCosts({ feeDetail }: JsonObject, fees: readonly JsonObject[]): readonly JsonObject[] {
  if (!isObject(feeDetail) || textIn(feeDetail, 'deduction') !== 'yes') return fees
  const paid = textIn(feeDetail, 'totalDeductionFee') || textIn(feeDetail, 'totalFee')
  return [{ cost: paid.replace(/^-/, ''), currency: textIn(feeDetail, 'feeCoin') }]
}

/** Coinbase does not document whether an order in dollars that was funded with another coin moves that coin. */
function fundedOtherwise({ symbol }: JsonObject, info: JsonObject): string | undefined {
  const funding = textIn(info, 'funding_currency')
  const quote = typeof symbol === 'string' ? symbol.split('/')[1] : undefined
  if (funding === '' || quote === undefined || funding === quote) return undefined
  return `This trade in ${quote} was funded in ${funding}: check which of the two was paid or received`
}

/** What was withdrawn includes its fee, which ccxt takes off as a number of JavaScript. */
function movedOnCoinbase(info: JsonObject): JsonObject {
  const { details } = info
  const text = textIn(info, 'amount')
  const fee = isObject(details) ? textIn(details, 'fee') : ''
  const [amount, cost] = [parseDecimal(text), parseDecimal(fee)]
  if (textIn(info, 'type') !== 'withdraw' || amount === undefined || cost === undefined)
    return { amount: text }
  return { amount: formatDecimal(minus(amount, cost)), fee_cost: fee }
}
