import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ImportHistory, messages } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { refreshAccounts } from './refresh-accounts.ts'

/** Whether an account is held in the United States: saved at once, and taken back by the toast that says so. */
export function useUsBased(row: Pick<ImportHistory, 'id' | 'us_based'>) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ us_based }: { us_based: boolean; isUndo?: boolean }) =>
      calls.imports.updateUsBased({ id: row.id, us_based }),
    onSuccess: async (_, { us_based, isUndo = false }) => {
      toastDone(
        messages.usBased.marked,
        isUndo ? undefined : () => mutate({ us_based: !us_based, isUndo: true }),
      )
      await refreshAccounts(client)
    },
    onError: () => toastFailed(messages.usBased.failed),
  })
  return {
    // The new choice shows at once, and falls back if it could not be saved.
    isUsBased: isPending ? variables.us_based : row.us_based,
    mark: (us_based: boolean) => mutate({ us_based }),
  }
}
