import { useQueries, useQuery } from '@tanstack/react-query'
import { isFiat } from '@lotbook/journal'
import { paths, type TransactionRow } from '@lotbook/contract'
import { api } from '../client/api.ts'
import { hasWordsOfSecret, isLikeAddress } from '../client/is-like-address.ts'
import type { Start } from '../client/start.ts'
import { useDebounced } from '../client/use-debounced.ts'
import { useIsRegistered } from '../client/use-is-registered.ts'
import { actsAsCustomer } from '../client/user.ts'
import { formatDay } from '../ui/format/format-date-time.ts'
import { formatMoney } from '../ui/format/format-money.ts'
import { formatQuantity } from '../ui/format/format-quantity.ts'
import { type Command, matchCommands } from './match-commands.ts'

const DEBOUNCE_MS = 250
const FRESH_MS = 30_000
/** Of each kind of result. */
const MOST = 5
const MOST_SOURCES = 3

type Place = Extract<Command, { kind: 'go' }>

export interface Found {
  readonly places: readonly Place[]
  /** What was typed is still being looked for. */
  readonly isSearching: boolean
}

/**
 * Places of the customer's own data that what was typed leads to: tax years, accounts, assets, transactions by hash, asset
 * or amount, and sources to add. Nothing is asked for before something is typed.
 */
export function useFound(start: Start, typed: string): Found {
  const isRegistered = useIsRegistered()
  const rested = useDebounced(typed.trim(), DEBOUNCE_MS)
  const mayAsk = actsAsCustomer(start.get_user_role) && !hasWordsOfSecret(rested)
  const isAsking = mayAsk && rested.length > 1
  const facets = useQuery({
    ...api.transactions.facets.queryOptions(),
    staleTime: FRESH_MS,
    enabled: mayAsk && typed.trim() !== '',
  }).data
  const [transactions, sources] = useQueries({
    queries: [
      {
        ...api.transactions.list.queryOptions({ input: { q: rested.slice(0, 200), limit: MOST } }),
        staleTime: FRESH_MS,
        enabled: isAsking,
      },
      {
        ...api.sources.search.queryOptions({ input: { q: rested.slice(0, 100), order: 'rank' } }),
        staleTime: Infinity,
        enabled: isAsking && !isLikeAddress(rested),
      },
    ],
  })
  if (typed.trim() === '') return { places: [], isSearching: false }

  const years = (facets?.years ?? []).map(({ year }): Place => ({
    kind: 'go',
    id: `year-${year.toString()}`,
    label: `Tax year ${year.toString()}`,
    what: 'Results',
    to: paths.oneYear(year),
  }))
  const accounts = (facets?.accounts ?? []).map(({ id, name, count }): Place => ({
    kind: 'go',
    id: `account-${id}`,
    label: name,
    what: 'Account',
    detail: countedTransactions(count),
    to: `${paths.wallets}?account=${encodeURIComponent(id)}`,
  }))
  const assets = (facets?.assets ?? []).map(({ asset, symbol, count }): Place => ({
    kind: 'go',
    id: `asset-${asset}`,
    label: symbol,
    what: 'Asset',
    detail: countedTransactions(count),
    to: `${paths.transactions}?asset=${encodeURIComponent(asset)}`,
  }))
  const of = [years, accounts, assets].flatMap((places) => matchCommands(places, typed).slice(0, MOST))
  const rows = isAsking ? (transactions.data?.rows ?? []).map(placeOf) : []
  // Whatever is a slip away is found too; here only what is meant, beside so much else.
  const added = isAsking
    ? matchCommands(
        (sources.data?.data ?? []).map(({ slug, name }): Place => ({
          kind: 'go',
          id: `source-${slug}`,
          label: `Add ${name}`,
          what: 'Source',
          to: paths.importOptions(slug),
        })),
        rested,
      ).slice(0, MOST_SOURCES)
    : []
  return {
    places: [...of, ...rows, ...added].filter(({ to }) => isRegistered(to)),
    isSearching: mayAsk && (rested !== typed.trim() || transactions.isFetching || sources.isFetching),
  }
}

function placeOf(row: TransactionRow): Place {
  const out = row.from === null ? undefined : amountOf(row.from)
  const into = row.to === null ? undefined : amountOf(row.to)
  const sides = out === undefined || into === undefined ? (into ?? out) : `${out} → ${into}`
  return {
    kind: 'go',
    id: `transaction-${row.id}`,
    label: `${row.label}: ${sides ?? 'nothing'}`,
    what: 'Transaction',
    detail: `${formatDay(row.at)} · ${row.account_name}`,
    to: `${paths.transactions}?id=${encodeURIComponent(row.id)}`,
  }
}

function amountOf({ asset, symbol, amount }: NonNullable<TransactionRow['from']>): string {
  return isFiat(asset) ? formatMoney(amount, { currency: asset }) : formatQuantity(amount, { ticker: symbol })
}

const countedTransactions = (count: number) =>
  `${count.toLocaleString()} transaction${count === 1 ? '' : 's'}`
