import { api } from '../../client/api.ts'

/** Everything about one transaction. */
export function detailQuery(id: string) {
  return api.transactions.detail.queryOptions({ input: { id } })
}
