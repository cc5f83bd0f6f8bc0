import { api } from '../../app/api.ts'

/** Everything about one transaction. */
export function detailQuery(id: string) {
  return api.transactions.detail.queryOptions({ input: { id } })
}
