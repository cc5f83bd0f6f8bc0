import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../client/api.ts'
import { usePages } from '../../client/use-pages.ts'
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
  return { ...query, ...usePages(query, PAGE), joined: query.data?.pages.at(-1)?.joined ?? null }
}

/** Values of the filters, with counts. */
export function useFacets() {
  return useQuery(api.transactions.facets.queryOptions())
}
