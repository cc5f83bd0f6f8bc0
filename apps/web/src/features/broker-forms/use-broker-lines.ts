import { useInfiniteQuery, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { BrokerLineOutcome } from '@lotbook/journal'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

const PAGE = 50

/** The lines of a year, a page after the other. */
export function useBrokerLines(year: number, outcome: BrokerLineOutcome | undefined) {
  return useInfiniteQuery(
    laterApi.brokerForms.lines.infiniteOptions({
      input: (cursor: string | undefined) => ({ year, outcome, cursor, limit: PAGE }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  )
}

/** Whatever shows a box of Form 8949 or a line of the return follows the forms. */
export async function refreshForms(client: QueryClient): Promise<void> {
  const keys = [
    laterApi.brokerForms.key(),
    api.tax.disposals.key(),
    api.tax.formTotals.key(),
    laterApi.taxReturns.key(),
    laterApi.explain.key(),
    laterApi.exports.key(),
    api.taxYears.amendments.key(),
  ]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Undoing a change of lines. */
export function useUndoLines() {
  const client = useQueryClient()
  const { mutate } = useMutation(
    laterApi.brokerForms.undo.mutationOptions({
      onSuccess: () => refreshForms(client),
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  return (words: string, changeId: string) => toastDone(words, () => mutate({ change_id: changeId }))
}
