import { useQueryClient } from '@tanstack/react-query'
import { toastDone, toastFailed } from '../ui/toast-store.ts'
import { api, calls } from './api.ts'
import { toApiError } from './api-error.ts'
import { useRefreshStart } from './start.ts'

/** Put changes of settings back, and ask again for everything: a time zone or a currency shows on every screen. */
export function usePutBack(): (ids: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  const refresh = useRefreshStart()
  return async (ids) => {
    try {
      // The last of a save is the first to be taken back.
      await calls.settingChanges.undo({ ids: ids.toReversed() })
      await Promise.all([refresh(), client.invalidateQueries()])
      toastDone('Put back as it was')
    } catch (thrown) {
      toastFailed(toApiError(thrown).message)
    }
  }
}

/** Say that settings were saved, with the way back for ten seconds; later it is in the history of settings. */
export function useSavedToast(): (text: string, changeIds: readonly string[]) => void {
  const client = useQueryClient()
  const putBack = usePutBack()
  return (text, changeIds) => {
    void client.invalidateQueries({ queryKey: api.settingChanges.key() })
    toastDone(text, changeIds.length === 0 ? undefined : () => void putBack(changeIds))
  }
}
