import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'

/** A page of rows as lists answer with: how many there are in all is counted with every page. */
export interface PageOfRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** The loaded rows of a list, and the way to ask for more. */
export interface Pages<Row> {
  readonly rows: Row[]
  readonly total: number
  /** Rows up to `end` are wanted: the next page is fetched before the last one is reached. */
  readonly reach: (first: number, end: number) => void
}

/** The rows of a list, page after page of `limit` rows as `reach` asks for them. */
export function usePages<Row>(
  query: UseInfiniteQueryResult<InfiniteData<PageOfRows<Row>>>,
  limit: number,
): Pages<Row> {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const loaded = rows.length
  const reach = useCallback(
    (_first: number, end: number) => {
      if (end + limit / 2 > loaded && hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
    [limit, loaded, hasNextPage, isFetchingNextPage, fetchNextPage],
  )
  // The newest count is the true one.
  return { rows, total: data?.pages.at(-1)?.total ?? 0, reach }
}
