import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { COMPLETION_POLL_MS } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { isAtWork } from '../../client/is-at-work.ts'
import { toastFailed } from '../../ui/toast-store.ts'
import type { MethodsSearch } from './methods-search.ts'

/** The comparison of a year, asked for again while it is at work, and the way to ask for one. */
export function useComparison(year: number, { status = 'single', income = '0' }: MethodsSearch) {
  const client = useQueryClient()
  const query = useQuery({
    ...laterApi.methods.comparison.queryOptions({
      input: { year, filing_status: status, other_income: income },
    }),
    select: (answer) => answer.data,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (isAtWork(state.data?.data?.state) ? COMPLETION_POLL_MS / 2 : false),
  })
  const { mutate, isPending } = useMutation(
    laterApi.methods.compare.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: laterApi.methods.comparison.key() }),
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  return { ...query, compare: () => mutate({ year }), isAsking: isPending }
}
