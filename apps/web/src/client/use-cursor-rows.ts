import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

/** Rows fetched at a time. */
export const ROWS_PER_PAGE = 200

interface RowPage<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly total: number
}

/**
 * The rows of pages by cursor as one long list: pages follow one another until what is on screen is there. Rows not
 * yet here are undefined.
 */
export function useCursorRows<Row>(query: UseInfiniteQueryResult<InfiniteData<RowPage<Row>>>) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const [wanted, setWanted] = useState(0)
  const isShort = rows.length < wanted

  useEffect(() => {
    if (isShort && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isShort, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  return {
    count: data?.pages[0]?.total,
    rowAt: (index: number): Row | undefined => rows[index],
    onRange: useCallback((_first: number, end: number) => setWanted(end), []),
  }
}
