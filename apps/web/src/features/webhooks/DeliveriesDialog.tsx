import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Webhook, type WebhookDelivery } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime, localAndIso } from '../../ui/format/format-date-time.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

/** The log of a webhook: each message with what came of it, and a way to send it again. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, off } = webhook
  const client = useQueryClient()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(
    laterApi.webhooks.deliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, ...(cursor === undefined ? {} : { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
  const replay = useMutation({
    mutationFn: (delivery: string) => laterCalls.webhooks.replay({ id: delivery }),
    onSuccess: async () => {
      toastDone('Message queued again')
      await client.invalidateQueries({ queryKey: laterApi.webhooks.key() })
    },
    onError: (thrown: unknown) => toastFailed(toApiError(thrown).message),
  })

  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Dialog isOpen onClose={onClose} title="Messages of the last 30 days">
      <p className="break-all text-ink-2">{url}</p>
      {rows === undefined ? (
        error === null ? (
          <Loading label="the log">
            <Skeleton className="mt-4 h-20 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="The log could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : rows.length === 0 ? (
        <EmptyState title="No messages yet" />
      ) : (
        <ul aria-label="Messages" className="mt-3 divide-y divide-line border-y border-line">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-medium">{row.event}</p>
                <p className="text-table text-ink-2" title={localAndIso(row.created_at)}>
                  {formatDateTime(row.created_at)}
                </p>
                <State row={row} />
              </div>
              <Button
                size="small"
                aria-label={`Send again: ${row.event}, ${formatDateTime(row.created_at)}`}
                busy={replay.isPending && replay.variables === row.id}
                disabledReason={off === null ? undefined : 'Turn the webhook on first'}
                onClick={() => replay.mutate(row.id)}
              >
                Send again
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-3">
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Dialog>
  )
}

const LOOKS = { waiting: 'waiting', delivered: 'done', failed: 'failed' } as const

function State({ row }: { readonly row: WebhookDelivery }) {
  const { state, attempts, next_at, last_status, last_reason } = row
  const answer =
    last_status !== null
      ? `answer ${last_status.toString()}`
      : last_reason === null
        ? undefined
        : wordsOf(last_reason)
  const words = [
    { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' }[state],
    answer,
    attempts > 1 ? `${attempts.toString()} attempts` : undefined,
    state === 'waiting' && attempts > 0 && next_at !== null ? `next ${formatDateTime(next_at)}` : undefined,
  ].filter((part) => part !== undefined)
  return <StatusBadge look={LOOKS[state]} wraps label={words.join(', ')} />
}

function wordsOf(reason: string): string {
  switch (reason) {
    case 'timeout':
      return 'no answer in time'
    case 'forbidden':
      return 'not a public address'
    case 'too-large':
      return 'answer too long'
    default:
      return 'no answer'
  }
}
