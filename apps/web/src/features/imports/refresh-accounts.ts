import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../client/api.ts'

/** Asks again for what shows the names and marks of accounts. */
export function refreshAccounts(client: QueryClient): Promise<unknown> {
  return refresh(client, [api.imports, api.wallets])
}

/** Asks again for everything that depends on which transactions there are. */
export function refreshHistory(client: QueryClient): Promise<unknown> {
  return refresh(client, [api.imports, api.wallets, api.tax, api.transactions, api.start])
}

function refresh(client: QueryClient, features: readonly { key: () => readonly unknown[] }[]) {
  return Promise.all(features.map((feature) => client.invalidateQueries({ queryKey: feature.key() })))
}
