import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { api } from './api.ts'
import { toApiError } from './api-error.ts'
import { toastFailed } from '../ui/toast-store.ts'

/** Starts a calculation, or restarts it, and goes to where its progress shows. */
export function useTaxCalculation() {
  const router = useRouter()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation(
    api.tax.start.mutationOptions({
      onSuccess: ({ data }) => {
        void client.invalidateQueries({ queryKey: api.tax.key() })
        void client.invalidateQueries({ queryKey: api.traces.key() })
        router.history.push(paths.taxCalculation(data.trace_id))
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  return { start: mutate, isStarting: isPending }
}
