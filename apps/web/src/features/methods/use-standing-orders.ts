import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StandingOrder } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

export interface OrderToRecord {
  readonly method: StandingOrder['method']
  readonly account_id: string | null
  readonly asset: string | null
  readonly from_day?: string
}

/** The standing orders on record, and recording and ending them. */
export function useStandingOrders() {
  const client = useQueryClient()
  const query = useQuery({ ...laterApi.methods.orders.queryOptions(), select: (answer) => answer.data })
  // A calculation depends on them.
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: laterApi.methods.key() }),
      client.invalidateQueries({ queryKey: api.tax.key() }),
      client.invalidateQueries({ queryKey: api.settings.key() }),
    ])
  const onError = (thrown: unknown) => toastFailed(toApiError(thrown).message)
  const record = useMutation(
    laterApi.methods.addOrder.mutationOptions({
      onSuccess: async () => {
        await refresh()
        toastDone('The order is on record. Calculate again to see what it changes.')
      },
      onError: (thrown) => {
        if (Object.keys(toApiError(thrown).fields).length === 0) onError(thrown)
      },
    }),
  )
  const finish = useMutation(
    laterApi.methods.endOrder.mutationOptions({
      onSuccess: async () => {
        await refresh()
        toastDone('The order has ended. It stays on record.')
      },
      onError,
    }),
  )
  return {
    ...query,
    /** The problem with each field of the form, by field. */
    problems: record.error === null ? {} : toApiError(record.error).fields,
    isBusy: record.isPending || finish.isPending,
    add: (order: OrderToRecord, onDone: () => void) => record.mutate(order, { onSuccess: onDone }),
    end: (id: string, onDone: () => void) => finish.mutate({ id }, { onSuccess: onDone }),
  }
}
