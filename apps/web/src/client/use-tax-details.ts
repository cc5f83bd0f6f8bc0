import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import { startQuery } from './start.ts'

/** What decides about the control. What the start call brought serves until the call of its own has been made. */
export function useTaxDetails() {
  const known = useQueryClient().getQueryData(startQuery.queryKey)?.details
  return useQuery({
    ...api.tax.details.queryOptions(),
    select: ({ data }) => data,
    ...(known === undefined || known === null ? {} : { initialData: { data: known } }),
  })
}
