import type { Instant } from '@lotbook/journal'
import { daysBackOf, type LimitedList } from '../../catalogue/history-limits.ts'
import type { ProviderName } from '../../connecting/providers.ts'
import type { Collector, DraftLeg } from '../../reading/collector.ts'
import type { JsonObject } from '../json-answer.ts'
import type { NameInFile } from '../newest-entries.ts'

const DAY = 86_400_000

/** How the rest of a window is asked for. */
export interface Rest {
  readonly by:
    | 'cursor' // the text in `field` of an entry
    | 'lowest-id' // the least number in `field` of the entries
    | 'page' // the ordinal of the answer, from 1
    | 'offset' // how many entries were read
    | 'token' // the text in `field` of the answer itself
    | 'oldest' // the moment of the oldest entry, behind which the newest come first
  readonly param: string
  readonly field?: string
}

/** An answer that ccxt does not unify: the field of its rows, and what a row is in the fields of those that ccxt does unify. */
export interface RawRows {
  readonly list: string
  readonly entriesOf: (info: JsonObject, list: ExchangeList) => readonly JsonObject[]
  /** Name of the parameter that begins a window; `startTime` where this is left out. */
  readonly since?: string
  /** Name of the parameter for the most entries, empty where there is none; `limit` where this is left out. */
  readonly size?: string
}

/** A list of an exchange, as ccxt fetches it. */
export interface ExchangeList {
  readonly kind: 'trades' | 'deposits' | 'withdrawals' | 'movements' | 'rewards' | 'conversions'
  /** Tells it apart from another list of its kind. */
  readonly name?: string
  /** The method of ccxt. */
  readonly call: string
  /** Longest window of one request; zero where it is walked forward. */
  readonly windowMs: number
  /** Set where it is asked for from an id or a moment on, and gives what comes first behind it. */
  readonly forward?: { readonly by: 'id' | 'time'; readonly isOfEachMarket: boolean }
  /** Whether the exchange knows the times of this list to the millisecond. */
  readonly isExact?: true
  /** Most entries of one answer. */
  readonly limit: number
  /** Name of the parameter that ends a window; empty where there is none. */
  readonly until: string
  /** Set where that moment is told in seconds. */
  readonly isUntilInSeconds?: true
  /** Set where a window can be paged through; else a full answer is asked for by halves. */
  readonly rest?: Rest
  /** Set where it is asked for market by market: of all, or of those between coins that the account holds or has moved. */
  readonly markets?: 'all' | 'own'
  /** Set where no time can be asked for: all of it comes, and what lies outside of the window is left out. */
  readonly isUntimed?: true
  /** Days of a window that are taken where the exchange refuses a longer one. */
  readonly takesDays?: number
  /** When the first entry of this list can be, where that is later than the exchange opened. */
  readonly opened?: string
  /** Set where a key may be refused this list alone: the rest comes without it. */
  readonly isOptional?: true
  /** How far back it goes. */
  readonly daysBack?: number
  readonly params?: JsonObject
  /** Set where ccxt hands the answer on as it came. */
  readonly rows?: RawRows
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
  /** Fields of a deposit or withdrawal that ccxt leaves out or does not keep exact, from the entry as the exchange sent it. */
  readonly movedIn?: (info: JsonObject) => JsonObject
  /** Keys that are of another kind than can be read with: how one begins, the exchange's word for it in a refusal, and which key to make. */
  readonly otherKeys?: { readonly prefix: string; readonly reason: string; readonly advice: string }
  /** Costs of a trade, `cost` and `currency` of each, where ccxt leaves some out or misreads its fees, which are given. */
  readonly costsIn?: (info: JsonObject, fees: readonly JsonObject[]) => readonly JsonObject[]
  /** Fields that state a cost again, in another unit or as a part of it. */
  readonly knownCosts?: readonly string[]
  /** The coin that a trade was paid with, where it can be another than that of its market; empty for that of the market. */
  readonly quoteIn?: (info: JsonObject) => string
  /** The reason to look at an entry, where it states something whose meaning is not documented. */
  readonly doubtIn?: (entry: JsonObject, info: JsonObject) => string | undefined
  /** Name of an event that a file of the exchange tells too, where neither gives it an id. */
  readonly nameEvent?: (
    out: Collector,
    kind: string,
    at: Instant,
    legs: readonly (DraftLeg | undefined)[],
  ) => string
  /** Entries that others tell too, from another list. */
  readonly toldTwice?: (entries: readonly JsonObject[]) => ReadonlySet<JsonObject>
  /** Its own words for what became of a deposit, where ccxt has none for them and passes them on. */
  readonly depositWords?: Readonly<Record<string, 'ok' | 'pending' | 'failed'>>
  /** Set where what it says is held is all that the account holds: others keep coins in several purses, of which ccxt asks for one. */
  readonly statesHoldings?: true
  /** What its file calls an entry of a list, where that has an id for it. */
  readonly nameInFile?: (kind: string, entry: JsonObject) => NameInFile | undefined
  readonly lists: readonly ExchangeList[]
}

export const windowed = (
  kind: ExchangeList['kind'],
  call: string,
  days: number,
  limit: number,
  more: Partial<ExchangeList> = {},
): ExchangeList => ({ kind, call, windowMs: days * DAY, limit, until: 'until', ...more })

/** How far back a list of an exchange is asked for, where its API forgets. */
export function limitOf(slug: string, list: LimitedList): Pick<ExchangeList, 'daysBack'> {
  const daysBack = daysBackOf(slug, list)
  return daysBack === undefined ? {} : { daysBack }
}

/** Deposits and withdrawals of windows alike. */
export const movedWithin = (
  days: number,
  limit: number,
  more: Partial<ExchangeList> = {},
): ExchangeList[] => [
  windowed('deposits', 'fetchDeposits', days, limit, more),
  windowed('withdrawals', 'fetchWithdrawals', days, limit, more),
]

/** Trades of every market from an id on. */
export const byIds = (call: string, limit: number): ExchangeList => ({
  kind: 'trades',
  call,
  windowMs: 0,
  limit,
  until: '',
  forward: { by: 'id', isOfEachMarket: true },
})

/** Entries from a moment on. */
export const byTime = (kind: ExchangeList['kind'], call: string, limit: number): ExchangeList => ({
  kind,
  call,
  windowMs: 0,
  limit,
  until: '',
  forward: { by: 'time', isOfEachMarket: kind === 'trades' },
})

/** Longer than any exchange is old. */
export const ALL_DAYS = 7300
