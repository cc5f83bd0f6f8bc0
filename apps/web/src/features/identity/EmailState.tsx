import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UserRole } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

/** The email, and whether it is known to be this person's. */
export function EmailState({
  user,
  children,
}: {
  readonly user: Pick<UserRole, 'email' | 'is_email_verified'>
  /** What else can be done with it. */
  readonly children?: ReactNode
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => calls.identity.resendVerification(),
    onSuccess: () => toastDone('We sent a message with a link. Open it to confirm your email.'),
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="text-table text-ink-2">Email</p>
        <p className="font-medium break-all">{user.email}</p>
      </div>
      <span className="flex flex-wrap items-center gap-3">
        {user.is_email_verified ? (
          <StatusBadge look="done" label="Confirmed" />
        ) : (
          <>
            <StatusBadge look="warn" label="Not confirmed" />
            <Button size="small" busy={isPending} onClick={() => mutate()}>
              Send the link again
            </Button>
          </>
        )}
        {children}
      </span>
    </div>
  )
}
