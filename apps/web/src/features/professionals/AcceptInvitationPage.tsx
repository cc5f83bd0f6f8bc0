import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { professionalMessages } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { keepArrival } from '../../ui/arrival.ts'
import { useTitle } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { InvitationWords } from './InvitationWords.tsx'

/** The page that the link of an invitation's mail leads to: accept or decline, by whoever is signed in. */
export function AcceptInvitationPage() {
  useTitle('Invitation')
  const { token } = useSearch({ from: '/signed-in/beginning/accept_invitation' })
  const { email, roles } = useStart().get_user_role
  const { mutate, data, error, isPending, variables, isSuccess } = useMutation({
    mutationFn: (accept: boolean) => calls.professionals.answerInvitation({ token, accept }),
  })
  // Once it is answered there is none to read any more, and one that was passed on is never read: the answer says why.
  const invitation = useQuery(
    api.professionals.readInvitation.queryOptions({
      input: { token: token ?? '' },
      select: (answer) => answer.data,
      enabled: token !== undefined && !isSuccess,
      staleTime: Infinity,
      retry: false,
    }),
  )
  const home = roles.includes('customer') ? '/work_with_tax_pro' : '/tax_pro/dashboard'
  const isDeclined = isSuccess && !variables
  return (
    <Card className="w-full max-w-[480px]">
      <div className="grid gap-4">
        <h1 ref={keepArrival} tabIndex={-1} className="text-h2">
          {isDeclined
            ? 'Invitation declined'
            : isSuccess
              ? professionalMessages.confirmed
              : error === null
                ? 'You have an invitation'
                : professionalMessages.failed}
        </h1>
        {isSuccess ? (
          <>
            <p>
              {isDeclined
                ? 'Nothing changes. The person who invited you will be told.'
                : data.kind === 'pay'
                  ? 'Choose the plan for the year that you were asked about.'
                  : data.kind === 'client'
                    ? 'Your tax professional can open your books now. You see what they do, and can end it at any time.'
                    : 'You will find them in your client list.'}
            </p>
            <ButtonLink
              look="primary"
              to={!isDeclined && data.kind === 'pay' ? `/pricing?taxYear=${data.tax_year ?? ''}` : home}
            >
              Continue
            </ButtonLink>
          </>
        ) : token === undefined ? (
          <>
            <Banner tone="warn">This link is incomplete. Open it from the email again.</Banner>
            <ButtonLink to={home}>See your invitations</ButtonLink>
          </>
        ) : invitation.isPending ? (
          <Loading label="the invitation">
            <Skeleton className="h-24 w-full" />
          </Loading>
        ) : (
          <>
            {error !== null && <Banner tone="danger">{toApiError(error).message}</Banner>}
            {invitation.data !== undefined && <InvitationWords invitation={invitation.data} />}
            <p className="text-ink-2">
              You answer as <strong className="font-medium text-ink">{email}</strong>.{' '}
              {invitation.data === undefined && 'The email says who invited you and what for. '}
              Access can be ended at any time.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button look="primary" busy={isPending && variables} onClick={() => mutate(true)}>
                {error === null ? 'Accept' : 'Try again'}
              </Button>
              <Button busy={isPending && !variables} onClick={() => mutate(false)}>
                Decline
              </Button>
              {error !== null && (
                <ButtonLink look="quiet" to={home}>
                  Not now
                </ButtonLink>
              )}
            </div>
          </>
        )}
      </div>
    </Card>
  )
}
