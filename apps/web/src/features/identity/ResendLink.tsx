import { useMutation } from '@tanstack/react-query'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

/** Mails the link that confirms the email once more. */
export function ResendLink({ label }: { readonly label: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => calls.identity.resendVerification(),
    onSuccess: () => toastDone('We sent a message with a link. Open it to confirm your email.'),
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return (
    <Button size="small" busy={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  )
}
