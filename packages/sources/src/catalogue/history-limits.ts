/** A list of an exchange's API. */
export type LimitedList = 'trades' | 'movements'

/** How far back the API of an exchange goes, and how a person is told. */
interface HistoryLimit {
  /** Days that a list goes back; a list that is not named goes back to the beginning. */
  readonly days: Readonly<Partial<Record<LimitedList, number>>>
  /**
   * Set where the exchange refuses a request that begins before: the first day is then left out, since a walk takes minutes in which
   * the limit moves on.
   */
  readonly isRefusedBefore?: true
  /** The sentence of the guide. */
  readonly words: string
  /** The specification's warning beside it (section 1). */
  readonly warning?: string
}

const twoYears: HistoryLimit = {
  days: { trades: 730 },
  isRefusedBefore: true,
  words: 'Trades: 2 years; deposits and withdrawals: all.',
}
const threeMonthsOfFills: HistoryLimit = {
  days: { trades: 90 },
  isRefusedBefore: true,
  words: 'Fills: last 3 months (older by statement download).',
}

/**
 * History limits of the exchanges' APIs: those of the specification (sections 1 and 9) and of the exchanges' own pages. Held here once:
 * the walk asks no further back, and the screens say what the walk does.
 */
const LIMITS: Readonly<Record<string, HistoryLimit>> = {
  bibox: {
    days: { trades: 90 },
    words: 'Past 3 months of trades.',
    warning: 'API history is limited to the past 3 months of trades.',
  },
  huobi: {
    days: { trades: 120, movements: 120 },
    isRefusedBefore: true,
    words: '4 months (120 days).',
    warning: 'API history is limited to the past 4 months.',
  },
  kucoin: {
    days: { trades: 365, movements: 365 },
    words: '1 year.',
    warning: 'API history is limited to the past 1 year.',
  },
  bigone: { days: {}, words: 'Queries cover 90 days.', warning: 'API queries are limited to 90 days.' },
  'crypto-com-exchange': {
    days: { trades: 180 },
    isRefusedBefore: true,
    words: 'Trades: about 6 months; deposits and withdrawals: all.',
  },
  'robinhood-crypto': {
    days: {},
    words:
      'The official API lists orders and holdings only; deposits, withdrawals and rewards need the CSV or 1099 file.',
  },
  bybit: twoYears,
  'bybit-eu': twoYears,
  'bybit-indonesia': twoYears,
  okx: threeMonthsOfFills,
  'okx-europe-myokx': threeMonthsOfFills,
  'okx-us': threeMonthsOfFills,
  mexc: {
    days: { trades: 30, movements: 90 },
    isRefusedBefore: true,
    words: 'Trades: last 30 days; deposits and withdrawals: 90 days.',
  },
  bitget: {
    days: { trades: 90 },
    isRefusedBefore: true,
    words: 'Trades: 90 days; deposits and withdrawals: all.',
  },
}

/** What the guide says of how far back an API goes, and the specification's warning; null and none where it goes to the beginning. */
export function historyLimitWords(slug: string): {
  readonly words: string | null
  readonly warnings: readonly string[]
} {
  const limit = LIMITS[slug]
  return { words: limit?.words ?? null, warnings: limit?.warning === undefined ? [] : [limit.warning] }
}

/** Slugs of the exchanges whose API forgets, or whose queries are limited. */
export const limitedExchanges: readonly string[] = Object.keys(LIMITS)

/** Days that a list of an exchange may be asked back; undefined where it goes to the beginning. */
export function daysBackOf(slug: string, list: LimitedList): number | undefined {
  const limit = LIMITS[slug]
  const days = limit?.days[list]
  return days === undefined ? undefined : days - (limit?.isRefusedBefore === true ? 1 : 0)
}
