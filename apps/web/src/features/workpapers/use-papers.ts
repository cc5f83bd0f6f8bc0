import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { useStart } from '../../client/start.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

/** The side of a question that somebody is on: the owner of the books, or a professional with access to them. */
export type Side = 'customer' | 'professional'

/** The side of whoever looks, by whether the books are a client's. */
export function useSide(clientId: string | undefined): Side {
  const { viewing } = useStart().get_user_role
  return clientId === undefined && viewing === null ? 'customer' : 'professional'
}

/** Names the client in a call, where the professional does not look at them just now. */
export const inBooksOf = (clientId: string | undefined) =>
  clientId === undefined ? {} : { client_id: clientId }

/** Forget what was known of the papers and of the list of clients, which counts questions. */
export function useForgetPapers(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    const keys: QueryKey[] = [laterApi.workpapers.key(), api.professionals.key()]
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}

/** A change of the papers by one click; what is refused is said in a toast. */
export function usePaperAct<Input>(act: (input: Input) => Promise<unknown>, done?: string) {
  const forget = useForgetPapers()
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await forget()
      if (done !== undefined) toastDone(done)
    },
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
}
