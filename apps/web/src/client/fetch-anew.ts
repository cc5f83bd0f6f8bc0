import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'

/** Fetches a query again, whatever is known or on its way: an answer to an earlier request may be older than a change. */
export async function fetchAnew<Answer>(
  client: QueryClient,
  query: FetchQueryOptions<Answer>,
): Promise<Answer> {
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  return client.fetchQuery({ ...query, staleTime: 0 })
}
