import { useQuery } from '@tanstack/react-query'
import { messages } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ResendLink } from '../identity/ResendLink.tsx'
import { Questions } from '../workpapers/Questions.tsx'
import { SignedSteps } from '../workpapers/SignedSteps.tsx'
import { AccessList } from './AccessList.tsx'
import { AccessLog } from './AccessLog.tsx'
import { InvitationCard } from './InvitationCard.tsx'
import { InviteForm } from './InviteForm.tsx'
import { SentInvitations } from './SentInvitations.tsx'

/** Access to one's books: people, scope, time, and the log of what they did. */
export function WorkWithTaxProPage() {
  const { viewing, is_email_verified } = useStart().get_user_role
  const { data, error, refetch, isFetching } = useQuery(
    api.professionals.customerCpa.queryOptions({
      select: (answer) => answer.data,
      enabled: viewing === null,
    }),
  )
  return (
    <Page title={messages.nav.taxPro} summary="Who can see your books, what they can do, and what they did.">
      {viewing !== null ? (
        <div className="grid gap-6">
          <Banner tone="info">
            Who has access is for {viewing.username} alone to see and change. It is not shown while you view
            their books.
          </Banner>
          <Questions />
          <SignedSteps />
        </div>
      ) : data === undefined ? (
        error === null ? (
          <Loading label="who has access">
            <Skeleton className="h-60 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="Who has access could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)]">
          <div className="grid min-w-0 gap-6">
            {data.invited.map((invitation) => (
              <InvitationCard key={invitation.id} invitation={invitation} />
            ))}
            <Questions />
            <Card title="Who has access" flush>
              <AccessList access={data.professionals.filter(({ ended_at }) => ended_at === null)} />
            </Card>
            {data.sent.some(({ state }) => state !== 'accepted') && (
              <Card title="Invitations you sent" flush>
                <SentInvitations invitations={data.sent.filter(({ state }) => state !== 'accepted')} />
              </Card>
            )}
            <SignedSteps />
            <Card title="What they did" flush>
              <AccessLog />
            </Card>
          </div>
          <Card title="Invite your tax professional">
            {is_email_verified ? (
              <InviteForm
                legend="They will be able to"
                startsWith="work"
                send={(invite) => calls.professionals.inviteProfessional(invite)}
              />
            ) : (
              <div className="grid justify-items-start gap-3">
                <Banner tone="warn">Confirm your email first: open the link that we sent you.</Banner>
                <ResendLink label="Send it again" />
              </div>
            )}
          </Card>
        </div>
      )}
    </Page>
  )
}
