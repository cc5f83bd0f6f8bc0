import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../app/api.ts'
import { listInput, type TransactionSearch } from './transaction-search.ts'

const PAGE = 200

/** The transactions of an address, page after page as `reach` asks for them; the review queue has a list of its own. */
export function useTransactions(search: TransactionSearch) {
  const filters = listInput(search)
  const query = useInfiniteQuery(
    api.transactions.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...filters,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
      enabled: search.review !== 'true',
    }),
  )
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const loaded = rows.length

  /** Rows up to `end` are wanted: the next page is fetched before the last one is reached. */
  const reach = useCallback(
    (_first: number, end: number) => {
      if (end + PAGE / 2 > loaded && hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
    [loaded, hasNextPage, isFetchingNextPage, fetchNextPage],
  )
  // How many there are is counted with every page; the newest count is the true one.
  return { ...query, rows, total: query.data?.pages.at(-1)?.total ?? 0, reach }
}

/** What the filters can be set to, with counts. */
export function useFacets() {
  return useQuery(api.transactions.facets.queryOptions())
}
