import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useRefreshStart } from '../../client/start.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

/** Choose a plan: paid on the page that the answer names, or done at once where nothing is to pay. */
export function useBuyPlan(year: number, callUrl: string | undefined, onDone: () => void) {
  const client = useQueryClient()
  const router = useRouter()
  const refresh = useRefreshStart()
  return useMutation({
    mutationFn: (planId: string) =>
      laterCalls.billing.buy({
        tax_year: year,
        plan_id: planId,
        ...(callUrl === undefined ? {} : { callUrl }),
      }),
    onSuccess: async ({ url }) => {
      if (url !== null && !url.startsWith('/')) return window.location.assign(url)
      if (url !== null)
        return router.history.push(
          url + (callUrl === undefined ? '' : `&callUrl=${encodeURIComponent(callUrl)}`),
        )
      await client.invalidateQueries({ queryKey: laterApi.billing.key() })
      await refresh()
      toastDone(`The plan of ${year} is chosen. Nothing was charged.`)
      onDone()
    },
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
}
