import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ImportSource, screenMessages } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { counted, listed } from './import-state.ts'
import { refreshHistory } from './refresh-accounts.ts'
import { resyncRefused } from './resync-refused.ts'

/** What can be done with a source: stop it, try it again, take it out. */
export function useSourceActions({ id, file_type }: Pick<ImportSource, 'id' | 'file_type'>) {
  const client = useQueryClient()
  const isFetched = file_type === 'api' || file_type === 'wallet'
  const refresh = () => refreshHistory(client)
  return {
    cancel: useMutation({
      mutationFn: () => calls.imports.cancel({ id }),
      onSettled: refresh,
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
    retry: useMutation({
      mutationFn: () =>
        isFetched ? calls.imports.resyncSource({ source_id: id }) : calls.imports.retry({ id }),
      onSettled: refresh,
      onError: (thrown) => resyncRefused(thrown, id),
    }),
    remove: useMutation({
      mutationFn: () => calls.imports.deleteSource({ id }),
      onSuccess: async () => {
        toastDone(screenMessages.source.deleted)
        await refresh()
      },
      onError: () => toastFailed(screenMessages.source.deleteFailed),
    }),
  }
}

/** Text that says what deleting a file removes. */
export function deletionOf({ parsed, also_in: others }: ImportSource, name: string): string {
  const brought =
    others.length === 0
      ? `${name} brought ${counted(parsed, 'row')}.`
      : `${name} brought ${counted(parsed, 'row')} here and more to ${listed(others)}: they are removed from all of them.`
  return `${brought} Rows that no other file also brought are removed, and years calculated with them need to be recalculated.`
}
