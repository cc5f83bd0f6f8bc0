import { useMutation } from '@tanstack/react-query'
import { paths } from '@lotbook/contract'
import { calls } from '../app/api.ts'
import { toApiError } from '../app/api-error.ts'
import { forgetAllButStored } from '../app/stored.ts'
import { toastFailed } from '../ui/toast-store.ts'

/** Ends the session and leaves nothing of it behind: memory goes with the page, storage is cleared. */
export function useSignOut(): () => void {
  const { mutate } = useMutation({
    mutationFn: () => calls.identity.logOut(),
    onSuccess: () => {
      forgetAllButStored()
      window.location.assign(paths.logIn)
    },
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return mutate
}
