import { useMutation, useQueryClient } from '@tanstack/react-query'
import { professionalMessages, type ReceivedInvitation } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { InvitationWords } from './InvitationWords.tsx'

/** An invitation that waits for one's answer. */
export function InvitationCard({ invitation }: { readonly invitation: ReceivedInvitation }) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (accept: boolean) => calls.professionals.answerInvitation({ id: invitation.id, accept }),
    onSuccess: async (_, accept) => {
      await client.invalidateQueries({ queryKey: api.professionals.key() })
      toastDone(accept ? professionalMessages.confirmed : 'Invitation declined')
    },
    onError: (thrown) => toastFailed(`${professionalMessages.failed}. ${toApiError(thrown).message}`),
  })
  const { expires_at, kind } = invitation
  return (
    <Card title="Invitation">
      <div className="grid gap-3">
        <InvitationWords invitation={invitation} />
        <div className="flex flex-wrap items-center gap-2">
          {kind === 'pay' ? (
            <ButtonLink
              look="primary"
              to={`/pricing?taxYear=${invitation.tax_year}&callUrl=work_with_tax_pro`}
              onClick={() => mutate(true)}
            >
              See the plans
            </ButtonLink>
          ) : (
            <Button look="primary" busy={isPending && variables} onClick={() => mutate(true)}>
              Accept
            </Button>
          )}
          <Button busy={isPending && !variables} onClick={() => mutate(false)}>
            Decline
          </Button>
          <span className="text-table text-ink-2">Open until {formatDay(expires_at)}</span>
        </div>
      </div>
    </Card>
  )
}
