import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LabsPeriod } from '@lotbook/contract'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

export interface Named {
  readonly asset_id: string
  readonly ticker: string
}

/** The tracked assets, and how one is tracked or no longer. */
export function useTracking(period: LabsPeriod) {
  const client = useQueryClient()
  const items = useQuery(
    laterApi.labs.items.queryOptions({ input: { period }, placeholderData: keepPreviousData }),
  )
  const refresh = () => client.invalidateQueries({ queryKey: laterApi.labs.key() })
  const onError = (thrown: unknown) => toastFailed(toApiError(thrown).message)
  const track = useMutation({
    mutationFn: ({ asset_id }: Named) => laterCalls.labs.track({ asset_id }),
    onSuccess: refresh,
    onError,
  })
  const untrack = useMutation({
    mutationFn: ({ id }: Named & { readonly id: string }) => laterCalls.labs.untrack({ id }),
    onSuccess: async (_, asset) => {
      toastDone(`${asset.ticker} is no longer tracked`, () => track.mutate(asset))
      await refresh()
    },
    onError,
  })
  const tracked = items.data?.data ?? []
  return {
    items,
    tracked,
    idOf: (assetId: string) => tracked.find(({ asset_id }) => asset_id === assetId)?.id,
    track: (asset: Named) => track.mutate(asset),
    untrack: (asset: Named & { readonly id: string }) => untrack.mutate(asset),
  }
}

export type Tracking = ReturnType<typeof useTracking>
