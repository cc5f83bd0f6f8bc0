import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ImportHistory, type WalletDetail, screenMessages } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { counted, nameOf } from './import-state.ts'
import { refreshHistory } from './refresh-accounts.ts'

/** Asks before an account goes, naming what goes with it. */
export function DeleteAccount({ row, onClose }: { row: ImportHistory; onClose: () => void }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => calls.imports.deleteHistory({ id: row.id }),
    onSuccess: async () => {
      toastDone(screenMessages.account.deleted)
      onClose()
      await refreshHistory(client)
    },
    onError: () => toastFailed(screenMessages.account.deleteFailed),
  })
  const { data } = useQuery(api.wallets.account.queryOptions({ input: { id: row.id } }))
  return (
    <ConfirmDialog
      isOpen
      title={screenMessages.account.deleteTitle}
      text={screenMessages.account.deleteText}
      consequence={
        <>
          {deletionOf(row)}
          {data !== undefined && <YearsRemoved years={data.data.years} />}
        </>
      }
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
  return `This removes ${nameOf(row)} with ${counted(row.total_transactions, 'transaction')}. Years calculated with them need to be recalculated. If you upload the files again, they come back with the changes you made.`
}

/** How many transactions go from each year. */
function YearsRemoved({ years }: Pick<WalletDetail, 'years'>) {
  if (years.length === 0) return null
  return (
    <span className="mt-3 grid max-h-60 gap-px overflow-y-auto text-table text-ink">
      {years.map(({ year, transactions, is_filed }) => (
        <span key={year} className="flex min-h-8 items-center justify-between gap-4 border-b border-rule">
          <span>
            {year}
            {is_filed && <span className="text-ink-2"> · filed, what was filed stays on record</span>}
          </span>
          <span className="num">{counted(transactions, 'transaction')}</span>
        </span>
      ))}
    </span>
  )
}
