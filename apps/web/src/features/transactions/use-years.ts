import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/api.ts'

/** The years that have transactions, the newest first; `data` is undefined while they are asked for, and where that failed. */
export function useYears() {
  return useQuery(
    api.transactions.facets.queryOptions({
      select: (facets): readonly number[] => facets.years.map(({ year }) => year).toSorted((a, b) => b - a),
    }),
  )
}
