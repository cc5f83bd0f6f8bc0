import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SentInvitation } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

/** Invitations that one sent and that were not accepted: where each stands, and what can be done about it. */
export function SentInvitations({ invitations }: { readonly invitations: readonly SentInvitation[] }) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id, again }: { id: string; again: boolean }) =>
      again ? calls.professionals.resendInvitation({ id }) : calls.professionals.withdrawInvitation({ id }),
    onSuccess: async (_, { again }) => {
      await client.invalidateQueries({ queryKey: api.professionals.key() })
      toastDone(again ? 'Invitation sent again' : 'Invitation taken back')
    },
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return (
    <ul className="divide-y divide-line">
      {invitations.map((invitation) => {
        const { id, receiver, state } = invitation
        const isOpen = state === 'sent' || state === 'expired'
        const isBusy = (again: boolean) => isPending && variables.id === id && variables.again === again
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-card py-3">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{receiver.email}</p>
              <p className="text-table text-ink-2">{aboutWords(invitation)}</p>
            </div>
            <div className="flex flex-wrap items-center gap-3">
              <StatusBadge {...STATES[state]} />
              {isOpen && (
                <>
                  <Button
                    size="small"
                    busy={isBusy(true)}
                    aria-label={`Send again to ${receiver.email}`}
                    onClick={() => mutate({ id, again: true })}
                  >
                    Send again
                  </Button>
                  <Button
                    size="small"
                    look="quiet"
                    busy={isBusy(false)}
                    aria-label={`Take back from ${receiver.email}`}
                    onClick={() => mutate({ id, again: false })}
                  >
                    Take back
                  </Button>
                </>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const STATES: Readonly<Record<SentInvitation['state'], { look: StatusLook; label: string }>> = {
  sent: { look: 'waiting', label: 'Waiting' },
  accepted: { look: 'done', label: 'Accepted' },
  declined: { look: 'failed', label: 'Declined' },
  expired: { look: 'warn', label: 'Expired' },
  withdrawn: { look: 'optional', label: 'Taken back' },
}

function aboutWords({ kind, sent_at, tax_year }: SentInvitation): string {
  const day = formatDay(sent_at)
  return kind === 'pay' ? `Asked to pay for ${tax_year}, ${day}` : `Invited ${day}`
}
