import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ImportHistory, messages } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { nameOf } from './import-state.ts'

/** Whether an account is held in the United States. */
export function UsBased({ row, hasLabel = false }: { row: ImportHistory; hasLabel?: boolean }) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (us_based: boolean) => calls.imports.updateUsBased({ id: row.id, us_based }),
    onSuccess: async () => {
      toastDone(messages.usBased.marked)
      await client.invalidateQueries({ queryKey: api.imports.key() })
    },
    onError: () => toastFailed(messages.usBased.failed),
  })
  return (
    <Checkbox
      label={hasLabel ? 'US based' : `${nameOf(row)} is US based`}
      hideLabel={!hasLabel}
      className="items-center"
      // The new choice shows at once, and falls back if it could not be saved.
      checked={isPending ? variables : row.us_based}
      onChange={({ target }) => mutate(target.checked)}
    />
  )
}
