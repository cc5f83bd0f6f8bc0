import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'

/** Ask once more, whatever is known or on its way: what was asked before a change may be answered as of before it. */
export async function fetchAnew<Answer>(
  client: QueryClient,
  query: FetchQueryOptions<Answer>,
): Promise<Answer> {
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  return client.fetchQuery({ ...query, staleTime: 0 })
}
