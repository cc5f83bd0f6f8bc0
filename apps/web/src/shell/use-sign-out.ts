import { useMutation } from '@tanstack/react-query'
import { paths } from '@lotbook/contract'
import { calls } from '../client/api.ts'
import { toApiError } from '../client/api-error.ts'
import { setLeaving } from '../client/leaving.ts'
import { forgetAllButStored } from '../client/stored.ts'
import { toastFailed } from '../ui/toast-store.ts'

/** Ends the session and leaves nothing of it behind: memory goes with the page, storage is cleared. */
export function useSignOut(): () => void {
  const { mutate } = useMutation({
    mutationFn: () => calls.identity.logOut(),
    // The socket may tell of the ended session before the answer does.
    onMutate: () => setLeaving(true),
    onSuccess: goOut,
    onError: (thrown) => {
      const { code, message } = toApiError(thrown)
      if (code === 'not_signed_in') return goOut()
      setLeaving(false)
      toastFailed(message)
    },
  })
  return mutate
}

function goOut() {
  forgetAllButStored()
  window.location.assign(paths.logIn)
}
