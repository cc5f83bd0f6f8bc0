import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'

/** The customer's price files, the newest first. */
export function usePriceFiles() {
  return useQuery({ ...laterApi.prices.files.queryOptions(), select: (answer) => answer.data })
}

/** After prices changed: everything that shows them, or a value made of them. */
export async function refreshPrices(client: QueryClient): Promise<void> {
  await Promise.all(
    [laterApi.prices.key(), api.transactions.key(), api.tax.key()].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
