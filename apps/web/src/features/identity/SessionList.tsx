import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { localAndIso, formatAgo } from '../../ui/format/format-date-time.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { useNow } from '../../ui/use-now.ts'
import { deviceName } from './device-name.ts'

/** Sessions of this account, each with a way to end it. */
export function SessionList() {
  const client = useQueryClient()
  const now = useNow()
  const { data, error, refetch, isFetching } = useQuery(api.identity.sessions.queryOptions())
  const outcome = {
    onSuccess: async () => {
      toastDone('Signed out there')
      await client.invalidateQueries({ queryKey: api.identity.sessions.key() })
    },
    onError: (thrown: unknown) => toastFailed(toApiError(thrown).message),
  }
  const end = useMutation({ mutationFn: (id: string) => calls.identity.endSession({ id }), ...outcome })
  const endOthers = useMutation({ mutationFn: () => calls.identity.endOtherSessions(), ...outcome })

  const sessions = data?.sessions
  const hasOthers = sessions?.some((session) => !session.is_current) === true
  return (
    <Card
      title="Sessions"
      flush
      actions={
        hasOthers && (
          <Button size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {sessions === undefined ? (
        error === null ? (
          <Loading label="sessions">
            <div className="px-card py-4">
              <Skeleton className="h-5 w-2/3" />
            </div>
          </Loading>
        ) : (
          <ErrorState
            title="Your sessions could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 px-card py-3">
              <div className="min-w-0">
                <p className="font-medium">{deviceName(session.user_agent)}</p>
                <p className="text-table text-ink-2" title={localAndIso(session.last_seen_at)}>
                  {session.is_current
                    ? 'This browser, now'
                    : `Last used ${formatAgo(session.last_seen_at, now)}`}
                </p>
              </div>
              {!session.is_current && (
                <Button
                  size="small"
                  busy={end.isPending && end.variables === session.id}
                  onClick={() => end.mutate(session.id)}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
