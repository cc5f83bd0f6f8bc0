import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ImportHistory, messages } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { counted, nameOf } from './import-state.ts'

/** Asks before an account goes, naming what goes with it. */
export function DeleteAccount({ row, onClose }: { row: ImportHistory; onClose: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => calls.imports.deleteHistory({ id: row.id }),
    onSuccess: async () => {
      toastDone(messages.account.deleted)
      onClose()
      await Promise.all(
        [api.imports, api.tax, api.transactions, api.start].map((feature) =>
          client.invalidateQueries({ queryKey: feature.key() }),
        ),
      )
    },
    onError: () => toastFailed(messages.account.deleteFailed),
  })
  return (
    <ConfirmDialog
      isOpen
      title={messages.account.deleteTitle}
      text={messages.account.deleteText}
      consequence={deletionOf(row)}
      confirm="Delete"
      isDestructive
      busy={isPending}
      onConfirm={mutate}
      onClose={onClose}
    />
  )
}

/** Text that says what deleting an account removes, in numbers. */
function deletionOf(row: ImportHistory): string {
  return `This removes ${nameOf(row)} with ${counted(row.total_transactions, 'transaction')}. Years calculated with them need calculating again. Upload the files again and they come back, with the changes you made.`
}
