import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { toastFailed } from '../../ui/toast-store.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { NotConfirmed } from './use-fresh-session.tsx'

/** Shows recovery codes once, and makes new ones. Render `dialog` beside what uses it. */
export function useRecoveryCodes(run: <Result>(call: () => Promise<Result>) => Promise<Result>): {
  show: (codes: readonly string[]) => void
  renew: () => void
  isRenewing: boolean
  dialog: ReactNode
} {
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>([])
  const { mutate, isPending } = useMutation({
    mutationFn: () => run(() => calls.identity.newRecoveryCodes()),
    onSuccess: async ({ recovery_codes }) => {
      setCodes(recovery_codes)
      await client.invalidateQueries({ queryKey: api.identity.secondFactorState.key() })
    },
    onError: (thrown) => {
      if (!(thrown instanceof NotConfirmed)) toastFailed(toApiError(thrown).message)
    },
  })
  const dialog = codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />
  return { show: setCodes, renew: () => mutate(), isRenewing: isPending, dialog }
}
