import { CancelledError, type FetchQueryOptions, type QueryClient } from '@tanstack/react-query'

/** Fetches a query again, whatever is known or on its way: an answer to an earlier request may be older than a change. */
export async function fetchAnew<Answer>(
  client: QueryClient,
  query: FetchQueryOptions<Answer>,
): Promise<Answer> {
  await client.cancelQueries({ queryKey: query.queryKey, exact: true })
  return client.fetchQuery({ ...query, staleTime: 0 })
}

/** Fetches a query also where it is cancelled meanwhile, by who fetches it anew: that is no refusal, and theirs is the answer. */
export async function fetchToTheEnd<Answer>(
  client: QueryClient,
  query: FetchQueryOptions<Answer>,
): Promise<Answer> {
  try {
    return await client.fetchQuery(query)
  } catch (thrown) {
    if (thrown instanceof CancelledError) return fetchToTheEnd(client, query)
    throw thrown
  }
}
