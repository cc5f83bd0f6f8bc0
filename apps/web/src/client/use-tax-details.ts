import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { startQuery } from './start.ts'

/** The state of the newest calculation. Details from the start call are shown until their own call answers. */
export function useTaxDetails() {
  const known = useQueryClient().getQueryData(startQuery.queryKey)?.details
  return useQuery({
    ...api.tax.details.queryOptions(),
    select: ({ data }) => data,
    ...(known === undefined || known === null ? {} : { initialData: { data: known } }),
  })
}
