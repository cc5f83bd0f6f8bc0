import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AllocationChoice, COMPLETION_POLL_MS } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { isAtWork } from '../../client/is-at-work.ts'
import { leftOutBy, type SafeHarborSearch } from './safe-harbor-search.ts'

/** The records and the newest comparison, asked for again while it is worked out, and the way to compare. */
export function useSafeHarbor({ status = 'single', income = '0', books, step, without }: SafeHarborSearch) {
  const client = useQueryClient()
  const query = useQuery({
    ...laterApi.safeHarbor.state.queryOptions({
      input: {
        filing_status: status,
        other_income: income,
        ...(books !== undefined && { books_day: books }),
        ...(step === 'record' && { left_out: leftOutBy(without) }),
      },
    }),
    select: (answer) => answer.data,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      isAtWork(state.data?.data.comparison?.state) ? COMPLETION_POLL_MS / 2 : false,
  })
  const { mutate, isPending } = useMutation(
    laterApi.safeHarbor.compare.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: laterApi.safeHarbor.state.key() }),
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  return {
    ...query,
    compare: (own: AllocationChoice | null, onDone?: () => void) =>
      mutate({ own }, onDone === undefined ? {} : { onSuccess: onDone }),
    isAsking: isPending,
  }
}

/** Recording an allocation; a calculation depends on it. */
export function useRecordAllocation() {
  const client = useQueryClient()
  return useMutation(
    laterApi.safeHarbor.record.mutationOptions({
      onSuccess: async () => {
        await Promise.all([
          client.invalidateQueries({ queryKey: laterApi.safeHarbor.key() }),
          client.invalidateQueries({ queryKey: api.tax.key() }),
          client.invalidateQueries({ queryKey: api.settings.key() }),
          // The banner that offers to compare is put away.
          client.invalidateQueries({ queryKey: api.start.key() }),
        ])
        toastDone('The allocation is on record. Calculate again to see what it changes.')
      },
    }),
  )
}
