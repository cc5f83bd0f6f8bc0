import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { COMPLETION_POLL_MS, type OpenTreatment, type TokenKind } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import type { EstimateSearch } from '../what-if/estimate-search.ts'
import { useSavedToast } from '../../client/use-saved-toast.ts'
import { isAtWork } from '../../client/is-at-work.ts'

/** A change to ask for: a choice, a token declared or no longer, or a change taken back. */
export type ChangeToMake =
  | { readonly kind: 'choice'; readonly treatment: OpenTreatment; readonly to: string }
  | {
      readonly kind: 'token'
      readonly asset: string
      readonly of: string | null
      readonly to: TokenKind | null
    }
  | { readonly kind: 'undo'; readonly id: string }

/** The chosen treatments and their effects, asked for again while those are worked out, and the ways to change a choice. */
export function useTreatments({ status = 'single', income = '0' }: EstimateSearch) {
  const client = useQueryClient()
  const toastSaved = useSavedToast()
  const query = useQuery({
    ...laterApi.treatments.board.queryOptions({ input: { filing_status: status, other_income: income } }),
    select: (answer) => answer.data,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      isAtWork(state.data?.data.effects?.state) ? COMPLETION_POLL_MS / 2 : false,
  })
  const onError = (thrown: unknown) => toastFailed(toApiError(thrown).message)
  const change = useMutation(
    laterApi.treatments.change.mutationOptions({
      onSuccess: async ({ data: { id } }, { change: asked }) => {
        // A calculation depends on it.
        await Promise.all([
          client.invalidateQueries({ queryKey: laterApi.treatments.key() }),
          client.invalidateQueries({ queryKey: api.settings.key() }),
          client.invalidateQueries({ queryKey: api.tax.key() }),
        ])
        // What was taken back is chosen anew, and not taken back once more.
        if (asked.kind === 'undo') toastDone('Put back as it was')
        else toastSaved('Recorded. Calculate again to see it in your results.', [id])
      },
      onError,
    }),
  )
  const workOut = useMutation(
    laterApi.treatments.workOut.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: laterApi.treatments.key() }),
      onError,
    }),
  )
  return {
    ...query,
    isBusy: change.isPending,
    isAsking: workOut.isPending,
    change: (asked: ChangeToMake, onDone?: () => void) =>
      change.mutate({ change: asked }, onDone === undefined ? {} : { onSuccess: onDone }),
    workOut: () => workOut.mutate(undefined),
  }
}

export type Treatments = ReturnType<typeof useTreatments>
