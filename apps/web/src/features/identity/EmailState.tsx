import type { ReactNode } from 'react'
import type { UserRole } from '@lotbook/contract'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ResendLink } from './ResendLink.tsx'

/** The email, and whether it is known to be this person's. */
export function EmailState({
  user,
  children,
}: {
  readonly user: Pick<UserRole, 'email' | 'is_email_verified'>
  /** What else can be done with it. */
  readonly children?: ReactNode
}) {
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
            <ResendLink label="Send the link again" />
          </>
        )}
        {children}
      </span>
    </div>
  )
}
