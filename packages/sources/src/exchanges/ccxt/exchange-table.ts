import type { ProviderName } from '../../connecting/providers.ts'

const DAY = 86_400_000

/** A list of an exchange, as ccxt fetches it. */
export interface ExchangeList {
  readonly kind: 'trades' | 'deposits' | 'withdrawals' | 'movements'
  /** The method of ccxt. */
  readonly call: string
  /** Longest window of one request; null where it is walked by the ids of each market. */
  readonly windowMs: number | null
  /** Most entries of one answer. */
  readonly limit: number
  /** Name of the parameter that ends a window. */
  readonly until: string
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
  readonly lists: readonly ExchangeList[]
}

const windowed = (
  kind: ExchangeList['kind'],
  call: string,
  days: number,
  limit: number,
  more: Partial<ExchangeList> = {},
): ExchangeList => ({ kind, call, windowMs: days * DAY, limit, until: 'until', ...more })

/**
 * Exchanges by their windows, limits and depth: connectors.md 1.3, and the methods of ccxt 4.5.84 for the parameters. One that has no safe
 * way is not here, and so shows no way in by key.
 */
export const CCXT_EXCHANGES: readonly CcxtExchange[] = [
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
]
