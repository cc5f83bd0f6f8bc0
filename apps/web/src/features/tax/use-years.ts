import { useQuery } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

/** The years that have transactions, the newest first; undefined while they are asked for. */
export function useYears(): readonly number[] | undefined {
  const { data } = useQuery(api.transactions.facets.queryOptions())
  return data?.years.map(({ year }) => year).toSorted((a, b) => b - a)
}
