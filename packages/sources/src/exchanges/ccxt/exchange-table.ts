import type { ProviderName } from '../../connecting/providers.ts'

const DAY = 86_400_000

/** How the rest of a window is asked for. */
export interface Rest {
  readonly by:
    | 'cursor' // the text in `field` of an entry
    | 'lowest-id' // the least number in `field` of the entries
    | 'page' // the ordinal of the answer, from 1
    | 'offset' // how many entries were read
  readonly param: string
  readonly field?: string
}

/** A list of an exchange, as ccxt fetches it. */
export interface ExchangeList {
  readonly kind: 'trades' | 'deposits' | 'withdrawals' | 'movements'
  /** Tells it apart from another list of its kind. */
  readonly name?: string
  /** The method of ccxt. */
  readonly call: string
  /** Longest window of one request; null where it is walked by the ids of each market. */
  readonly windowMs: number | null
  /** Most entries of one answer. */
  readonly limit: number
  /** Name of the parameter that ends a window. */
  readonly until: string
  /** Set where a window can be paged through; else a full answer is asked for by halves. */
  readonly rest?: Rest
  /** Set where it is asked for market by market: of the coins that the account holds or has moved. */
  readonly perMarket?: true
  /** How far back it goes. */
  readonly daysBack?: number
  readonly params?: Readonly<Record<string, unknown>>
}

/** An exchange that is reached by way of ccxt. */
export interface CcxtExchange {
  readonly slug: string
  readonly ccxtId: string
  readonly name: string
  /** The provider of each host that ccxt asks. */
  readonly hosts: Readonly<Record<string, ProviderName>>
  /** When the exchange opened: nothing is older. */
  readonly opened: string
  readonly options?: Readonly<Record<string, unknown>>
  /** Whether its codes of coins are told by a list of its own. */
  readonly needsCurrencies?: true
  /** Whether it refuses a key with a status of 500, which others answer with when they are down. */
  readonly refusesWith500?: true
  readonly lists: readonly ExchangeList[]
}

const windowed = (
  kind: ExchangeList['kind'],
  call: string,
  days: number,
  limit: number,
  more: Partial<ExchangeList> = {},
): ExchangeList => ({ kind, call, windowMs: days * DAY, limit, until: 'until', ...more })

/** Deposits and withdrawals of windows alike. */
const movedWithin = (days: number, limit: number, more: Partial<ExchangeList> = {}): ExchangeList[] => [
  windowed('deposits', 'fetchDeposits', days, limit, more),
  windowed('withdrawals', 'fetchWithdrawals', days, limit, more),
]

/** Trades of every market from an id on. */
const byIds = (call: string, limit: number): ExchangeList => ({
  kind: 'trades',
  call,
  windowMs: null,
  limit,
  until: '',
})

/** Longer than any exchange is old. */
const ALL_DAYS = 7300

/** ccxt puts it into the first entry of an answer. */
const BYBIT_CURSOR: Rest = { by: 'cursor', param: 'cursor', field: 'nextPageCursor' }

/**
 * Exchanges by their windows, limits and depth: connectors.md 1.3, and for the parameters the methods of ccxt 4.5.84. One that has no
 * safe way is not here, and so shows no way in by key; a list that has none is not here either, and the catalogue says so
 * (`api_support`).
 */
export const CCXT_EXCHANGES: readonly CcxtExchange[] = [
  {
    slug: 'binance-us',
    ccxtId: 'binanceus',
    name: 'Binance US',
    hosts: { 'api.binance.us': 'binance-us' },
    opened: '2019-09-01',
    // Payments in dollars, staking and conversions are lists that ccxt does not unify.
    lists: [byIds('fetchMyTrades', 1000), ...movedWithin(90, 1000)],
  },
  {
    slug: 'kucoin',
    ccxtId: 'kucoin',
    name: 'KuCoin',
    hosts: { 'api.kucoin.com': 'kucoin' },
    opened: '2017-09-15',
    // ccxt would add headers of its own partner account to every request.
    options: { partner: {}, fetchMarkets: { types: ['spot'], fetchTickersFees: false } },
    lists: [
      // Fills of the account that KuCoin had before its high-frequency one need no market; a page has 50 where no size is given.
      windowed('trades', 'fetchMySpotTrades', 7, 500, {
        daysBack: 365,
        params: { hf: false, pageSize: 500 },
      }),
      windowed('deposits', 'fetchDeposits', 7, 500, { daysBack: 365 }),
      windowed('withdrawals', 'fetchWithdrawals', 7, 500, { daysBack: 365 }),
      windowed('trades', 'fetchMySpotTrades', 7, 100, {
        daysBack: 365,
        perMarket: true,
        params: { hf: true },
      }),
    ],
  },
  {
    slug: 'bybit',
    ccxtId: 'bybit',
    name: 'Bybit',
    hosts: { 'api.bybit.com': 'bybit' },
    opened: '2018-12-01',
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    lists: [
      // A day less than the two years, which the walk itself takes minutes of.
      windowed('trades', 'fetchMyTrades', 7, 100, {
        daysBack: 729,
        params: { type: 'spot' },
        rest: BYBIT_CURSOR,
      }),
      windowed('deposits', 'fetchDeposits', 30, 50, { rest: BYBIT_CURSOR }),
      // Type 2 is on a chain and within Bybit.
      windowed('withdrawals', 'fetchWithdrawals', 30, 50, {
        params: { withdrawType: 2 },
        rest: BYBIT_CURSOR,
      }),
    ],
  },
  {
    slug: 'okx',
    ccxtId: 'okx',
    name: 'OKX',
    hosts: { 'www.okx.com': 'okx' },
    opened: '2017-01-01',
    options: { fetchMarkets: { types: ['spot'] } },
    lists: [
      windowed('trades', 'fetchMyTrades', 90, 100, {
        daysBack: 89,
        params: { type: 'spot' },
        rest: { by: 'lowest-id', param: 'after', field: 'billId' },
      }),
      windowed('deposits', 'fetchDeposits', 365, 100),
      windowed('withdrawals', 'fetchWithdrawals', 365, 100),
    ],
  },
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
]
