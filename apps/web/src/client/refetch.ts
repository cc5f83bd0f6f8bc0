import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Ask again for whatever these keys name and a screen shows. A first answer that is still on its way may be older than the
 * news, and the cache does not break it off: it is asked for once more when it is here.
 */
export function refetch(client: QueryClient, keys: readonly QueryKey[]): void {
  for (const queryKey of keys) {
    const onTheirWay = client
      .getQueryCache()
      .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
    for (const { promise, queryKey: exactKey } of onTheirWay) {
      const again = () => void client.invalidateQueries({ queryKey: exactKey, exact: true })
      promise?.then(again, () => {}) // one that fails is tried again by its screen
    }
    void client.invalidateQueries({ queryKey })
  }
}
