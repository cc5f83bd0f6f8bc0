import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/api.ts'

/** What changed a filed year since it was filed; nothing for an open year and for one that stands as it was filed. */
export function useAmendment(year: number) {
  const { data } = useQuery(api.taxYears.amendments.queryOptions())
  const amendment = data?.data.find((one) => one.year === year)
  return amendment === undefined || data === undefined ? undefined : { amendment, currency: data.currency }
}
