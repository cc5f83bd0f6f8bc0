import { BINANCE_LISTS } from './binance-lists.ts'
import { BINANCE_US_LISTS } from './binance-us-lists.ts'
import { toldByEarn } from './binance-told-twice.ts'
import {
  ALL_DAYS,
  byIds,
  byTime,
  type CcxtExchange,
  type ExchangeList,
  limitOf,
  movedWithin,
  type Rest,
  windowed,
} from './exchange-list.ts'
import { type BinanceEvent, nameEvent } from '../../providers/binance/event-name.ts'
import { exactJsonOf, isObject, type JsonObject, objectsOf, textIn } from '../json-answer.ts'
import type { NameInFile } from '../newest-entries.ts'
import { EXCHANGES_BY_MARKET } from './exchanges-by-market.ts'

/** ccxt puts it into the first entry of an answer. */
const BYBIT_CURSOR: Rest = { by: 'cursor', param: 'cursor', field: 'nextPageCursor' }

/** An exchange beside its line in the table: several that are run by one company speak alike. */
type Named = Pick<CcxtExchange, 'slug' | 'ccxtId' | 'name' | 'hosts' | 'opened'>

const binanceOf = (named: Named, more: readonly ExchangeList[]): CcxtExchange => ({
  ...named,
  options: { fetchMarkets: { types: ['spot'] }, fetchMargins: false },
  // Rejected, sent to a wrong address, waiting for the customer: https://developers.binance.com/docs/wallet/capital/deposite-history
  depositWords: { '2': 'failed', '7': 'failed', '8': 'pending' },
  lists: [byIds('fetchMyTrades', 1000), ...movedWithin(90, 1000), ...more],
})

const bybitOf = (named: Named): CcxtExchange => ({
  ...named,
  options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
  costsIn: bybitCosts,
  // On the way to the funding account, and in it: https://bybit-exchange.github.io/docs/v5/enum#depositstatus
  depositWords: { '10011': 'pending', '10012': 'ok' },
  lists: [
    windowed('trades', 'fetchMyTrades', 7, 100, {
      ...limitOf(named.slug, 'trades'),
      params: { type: 'spot' },
      rest: BYBIT_CURSOR,
    }),
    windowed('deposits', 'fetchDeposits', 30, 50, { rest: BYBIT_CURSOR }),
    // Type 2 is on a chain and within Bybit.
    windowed('withdrawals', 'fetchWithdrawals', 30, 50, { params: { withdrawType: 2 }, rest: BYBIT_CURSOR }),
  ],
})

const okxOf = (named: Named): CcxtExchange => ({
  ...named,
  // A book in dollars can be traded with another dollar: https://www.okx.com/docs-v5/en/#order-book-trading-trade-get-transaction-details-last-3-months
  quoteIn: (info) => textIn(info, 'tradeQuoteCcy'),
  movedIn: feeCoinIn('feeCcy'),
  options: { fetchMarkets: { types: ['spot'] } },
  lists: [
    windowed('trades', 'fetchMyTrades', 90, 100, {
      ...limitOf(named.slug, 'trades'),
      params: { type: 'spot' },
      rest: { by: 'lowest-id', param: 'after', field: 'billId' },
    }),
    ...movedWithin(365, 100, { isExact: true }),
  ],
})

const gateOf = (named: Named): CcxtExchange => ({
  ...named,
  options: { fetchMarkets: { types: ['spot'] } },
  lists: [
    windowed('trades', 'fetchMyTrades', 30, 1000, { rest: { by: 'page', param: 'page' } }),
    ...movedWithin(30, 1000, { rest: { by: 'offset', param: 'offset' } }),
  ],
})

const hitbtcOf = (named: Named): CcxtExchange => ({
  ...named,
  lists: [
    windowed('trades', 'fetchMyTrades', ALL_DAYS, 1000, {
      until: 'till',
      rest: { by: 'offset', param: 'offset' },
    }),
    windowed('movements', 'fetchDepositsWithdrawals', ALL_DAYS, 1000, {
      until: 'till',
      rest: { by: 'offset', param: 'offset' },
    }),
  ],
})

/**
 * Exchanges by their windows, limits and depth: connectors.md 1.3, and for the parameters the methods of ccxt 4.5.84. One that has no
 * safe way is not here, and so shows no way in by key; a list that has none is not here either, and the catalogue says so
 * (`api_support`).
 */
export const CCXT_EXCHANGES: readonly CcxtExchange[] = [
  binanceOf(
    {
      slug: 'binance-us',
      ccxtId: 'binanceus',
      name: 'Binance US',
      hosts: { 'api.binance.us': 'binance-us' },
      opened: '2019-09-01',
    },
    BINANCE_US_LISTS,
  ),
  {
    ...binanceOf(
      {
        slug: 'binance',
        ccxtId: 'binance',
        name: 'Binance',
        hosts: { 'api.binance.com': 'binance' },
        opened: '2017-07-01',
      },
      BINANCE_LISTS,
    ),
    doubtIn: otherDirection,
    nameInFile: nameInBinanceFile,
    nameEvent: (out, kind, at, legs) => nameEvent(out, kind as BinanceEvent, at, legs),
    toldTwice: toldByEarn,
  },
  {
    slug: 'gemini',
    ccxtId: 'gemini',
    name: 'Gemini',
    hosts: { 'api.gemini.com': 'gemini' },
    opened: '2015-10-01',
    statesHoldings: true,
    // https://developer.gemini.com/trading/rest-api/fund-management/list-past-transfers
    movedIn: feeCoinIn('feeCurrency'),
    nameInFile: nameInGeminiFile,
    // https://developer.gemini.com/authentication/api-key
    otherKeys: {
      prefix: 'master-',
      reason: 'MissingAccounts',
      advice:
        'This is a master key, which covers a whole group of accounts. In Gemini, create an API key for the one account instead, with the Auditor role: it begins with account-.',
    },
    // Both lists give what comes first behind a moment: https://developer.gemini.com/trading/rest-api/orders/list-past-trades.
    lists: [byTime('trades', 'fetchMyTrades', 500), byTime('movements', 'fetchDepositsWithdrawals', 50)],
  },
  {
    slug: 'kucoin',
    ccxtId: 'kucoin',
    name: 'KuCoin',
    hosts: { 'api.kucoin.com': 'kucoin' },
    opened: '2017-09-15',
    // ccxt would add headers of its own partner account to every request.
    options: { partner: {}, fetchMarkets: { types: ['spot'], fetchTickersFees: false } },
    // Some countries tax a trade. https://www.kucoin.com/docs-new/rest/spot-trading/orders/get-trade-history
    costsIn: (info, fees) => [...fees, { cost: textIn(info, 'tax'), currency: textIn(info, 'feeCurrency') }],
    lists: [
      // Fills of the account that KuCoin had before its high-frequency one need no market; a page has 50 where no size is given.
      windowed('trades', 'fetchMySpotTrades', 7, 500, {
        ...limitOf('kucoin', 'trades'),
        params: { hf: false, pageSize: 500 },
      }),
      windowed('deposits', 'fetchDeposits', 7, 500, limitOf('kucoin', 'movements')),
      windowed('withdrawals', 'fetchWithdrawals', 7, 500, limitOf('kucoin', 'movements')),
      windowed('trades', 'fetchMySpotTrades', 7, 100, {
        ...limitOf('kucoin', 'trades'),
        markets: 'own',
        params: { hf: true },
      }),
    ],
  },
  {
    slug: 'crypto-com-exchange',
    ccxtId: 'cryptocom',
    name: 'Crypto.com Exchange',
    hosts: { 'api.crypto.com': 'crypto-com' },
    opened: '2019-11-01',
    lists: [
      windowed('trades', 'fetchMyTrades', 1, 100, {
        ...limitOf('crypto-com-exchange', 'trades'),
        isExact: true,
      }),
      ...movedWithin(90, 200, { isExact: true }),
    ],
  },
  bybitOf({
    slug: 'bybit',
    ccxtId: 'bybit',
    name: 'Bybit',
    hosts: { 'api.bybit.com': 'bybit' },
    opened: '2018-12-01',
  }),
  bybitOf({
    slug: 'bybit-eu',
    ccxtId: 'bybiteu',
    name: 'Bybit EU',
    hosts: { 'api.bybit.eu': 'bybit-eu' },
    opened: '2018-12-01',
  }),
  bybitOf({
    slug: 'bybit-indonesia',
    ccxtId: 'bybitid',
    name: 'Bybit Indonesia',
    hosts: { 'api.bybit.id': 'bybit-id' },
    opened: '2018-12-01',
  }),
  okxOf({
    slug: 'okx',
    ccxtId: 'okx',
    name: 'OKX',
    hosts: { 'www.okx.com': 'okx' },
    opened: '2017-01-01',
  }),
  okxOf({
    slug: 'okx-europe-myokx',
    ccxtId: 'myokx',
    name: 'OKX Europe',
    hosts: { 'eea.okx.com': 'okx-eea' },
    opened: '2017-01-01',
  }),
  okxOf({
    slug: 'okx-us',
    ccxtId: 'okxus',
    name: 'OKX US',
    hosts: { 'us.okx.com': 'okx-us' },
    opened: '2017-01-01',
  }),
  gateOf({
    slug: 'gate-io',
    ccxtId: 'gate',
    name: 'Gate.io',
    hosts: { 'api.gateio.ws': 'gate' },
    opened: '2013-04-01',
  }),
  gateOf({
    slug: 'gate-eu',
    ccxtId: 'gateeu',
    name: 'Gate EU',
    hosts: { 'api.gateeu.com': 'gate-eu' },
    opened: '2013-04-01',
  }),
  hitbtcOf({
    slug: 'hitbtc',
    ccxtId: 'hitbtc',
    name: 'HitBTC',
    hosts: { 'api.hitbtc.com': 'hitbtc' },
    opened: '2013-12-01',
  }),
  hitbtcOf({
    slug: 'bequant',
    ccxtId: 'bequant',
    name: 'Bequant',
    hosts: { 'api.bequant.io': 'bequant' },
    opened: '2013-12-01',
  }),
  hitbtcOf({
    slug: 'fmfw-io',
    ccxtId: 'fmfwio',
    name: 'FMFW.io',
    hosts: { 'api.fmfw.io': 'fmfw' },
    opened: '2013-12-01',
  }),
  {
    slug: 'bitfinex',
    ccxtId: 'bitfinex',
    name: 'Bitfinex',
    hosts: { 'api.bitfinex.com': 'bitfinex', 'api-pub.bitfinex.com': 'bitfinex-public' },
    opened: '2013-01-01',
    needsCurrencies: true,
    refusesWith500: true,
    lists: [
      windowed('trades', 'fetchMyTrades', ALL_DAYS, 1000, { until: 'end' }),
      windowed('movements', 'fetchDepositsWithdrawals', ALL_DAYS, 1000, { until: 'end' }),
    ],
  },
  {
    slug: 'mexc',
    ccxtId: 'mexc',
    name: 'MEXC',
    hosts: { 'api.mexc.com': 'mexc' },
    opened: '2018-04-01',
    lists: [
      ...movedWithin(7, 1000, { ...limitOf('mexc', 'movements'), until: 'endTime' }),
      windowed('trades', 'fetchMyTrades', 30, 100, {
        ...limitOf('mexc', 'trades'),
        markets: 'all',
        isExact: true,
      }),
    ],
  },
  {
    slug: 'huobi',
    ccxtId: 'htx',
    name: 'HTX',
    hosts: { 'api.huobi.pro': 'htx' },
    opened: '2013-09-01',
    options: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
    // Deposits and withdrawals are asked for from an id, in a direction that its documentation leaves open: they come by file.
    lists: [windowed('trades', 'fetchMyTrades', 2, 500, { ...limitOf('huobi', 'trades'), isExact: true })],
  },
  {
    slug: 'poloniex',
    ccxtId: 'poloniex',
    name: 'Poloniex',
    hosts: { 'api.poloniex.com': 'poloniex' },
    opened: '2014-01-01',
    lists: [
      windowed('trades', 'fetchMyTrades', ALL_DAYS, 1000, { isExact: true }),
      // A window of these is never cut off.
      windowed('movements', 'fetchDepositsWithdrawals', 180, Number.MAX_SAFE_INTEGER, {
        until: 'end',
        isUntilInSeconds: true,
      }),
    ],
  },
  {
    slug: 'bitvavo',
    ccxtId: 'bitvavo',
    name: 'Bitvavo',
    hosts: { 'api.bitvavo.com': 'bitvavo' },
    opened: '2018-03-01',
    statesHoldings: true,
    lists: [
      ...movedWithin(ALL_DAYS, 1000, { until: 'end', isExact: true }),
      windowed('trades', 'fetchMyTrades', ALL_DAYS, 1000, { markets: 'all', isExact: true }),
    ],
  },
  {
    slug: 'coinmate',
    ccxtId: 'coinmate',
    name: 'Coinmate',
    hosts: { 'coinmate.io': 'coinmate' },
    opened: '2014-06-01',
    statesHoldings: true,
    lists: [
      windowed('trades', 'fetchMyTrades', ALL_DAYS, 1000, { until: 'timestampTo', isExact: true }),
      windowed('movements', 'fetchDepositsWithdrawals', ALL_DAYS, 1000, {
        until: 'timestampTo',
        isExact: true,
      }),
    ],
  },
  ...EXCHANGES_BY_MARKET,
]

/** The coin of a fee of a withdrawal, for which ccxt takes that of the withdrawal. */
function feeCoinIn(field: string): (info: JsonObject) => JsonObject {
  return (info) => {
    const coin = textIn(info, field).toUpperCase()
    return coin === '' ? {} : { fee_currency: coin }
  }
}

/**
 * The fee of an execution in the coin that Bybit states, which ccxt guesses by its side, and the taxes beside it: those of Indonesia and
 * India, withholding of the EU. They are a list as text. https://bybit-exchange.github.io/docs/v5/order/execution and /v5/enum#extrafeesfeetype
 */
function bybitCosts(info: JsonObject, [fee]: readonly JsonObject[]): readonly JsonObject[] {
  const coin = textIn(info, 'feeCurrency')
  const own = fee === undefined ? [] : [coin === '' ? fee : { ...fee, currency: coin }]
  const text = textIn(info, 'extraFees')
  const extra = text === '' ? info['extraFees'] : exactJsonOf(text)
  // One that is no such list is said.
  return [
    ...own,
    ...objectsOf(extra).map((one) => ({ cost: textIn(one, 'fee'), currency: textIn(one, 'feeCoin') })),
  ]
}

/** Its list of what it gave states a direction, which is 1 in all that is documented. */
function otherDirection({ amount, currency }: JsonObject, info: JsonObject): string | undefined {
  const direction = textIn(info, 'direction')
  if (direction === '' || direction === '1') return undefined
  return `Binance lists ${String(amount)} ${String(currency)} with the direction ${direction}, which it does not explain: check whether they came or were taken back`
}

/** Its reports of money paid in and out name it by the order (`files/binance/transfers.ts`). */
function nameInBinanceFile(kind: string, { info }: JsonObject): NameInFile | undefined {
  const order =
    isObject(info) && (kind === 'deposits' || kind === 'withdrawals') ? textIn(info, 'orderNo') : ''
  if (order === '') return undefined
  return { kind: kind === 'deposits' ? 'binance-fiat-deposit' : 'binance-fiat-withdrawal', nativeId: order }
}

/** Its transaction history names a trade by `Trade ID`, and a transfer by the hash of its chain (`files/gemini/history.ts`). */
function nameInGeminiFile(kind: string, entry: JsonObject): NameInFile | undefined {
  if (kind === 'trades') return { kind: 'gemini-trade', nativeId: textIn(entry, 'id') }
  const hash = textIn(entry, 'txid')
  return hash === '' ? undefined : { kind: 'gemini-transfer', nativeId: hash }
}
