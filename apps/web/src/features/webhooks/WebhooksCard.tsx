import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MOST_WEBHOOKS, type Webhook } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { useFreshSession } from '../identity/use-fresh-session.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { NewWebhookDialog } from './NewWebhookDialog.tsx'
import { WebhookRow } from './WebhookRow.tsx'

export interface WebhooksCardProps {
  /** Shows a secret this once. */
  readonly showSecret: (secret: string, onClose: () => void) => ReactNode
}

/** Addresses that are told of finished imports and calculations. */
export function WebhooksCard({ showSecret }: WebhooksCardProps) {
  const query = laterApi.webhooks.list.queryOptions()
  const { data, error, refetch, isFetching } = useQuery(query)
  const client = useQueryClient()
  const { run, dialog } = useFreshSession()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [removing, setRemoving] = useState<Webhook>()
  const [shown, setShown] = useState<Webhook>()

  const reload = () => client.invalidateQueries({ queryKey: laterApi.webhooks.key() })
  const failed = (thrown: unknown) => toastFailed(toApiError(thrown).message)
  const act = useMutation({
    mutationFn: ({ work }: { work: () => Promise<unknown>; done: string }) => work(),
    onSuccess: async (_, { done }) => {
      toastDone(done)
      await reload()
    },
    onError: failed,
  })

  const webhooks = data?.webhooks
  return (
    <Card title="Webhooks">
      {webhooks === undefined ? (
        error === null ? (
          <Loading label="your webhooks">
            <Skeleton className="mb-4 h-5 w-3/4" />
            <Skeleton className="h-9 w-40" />
          </Loading>
        ) : (
          <ErrorState
            title="Your webhooks could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div className="grid gap-4">
          <p className="max-w-[68ch] text-ink-2">
            Lotbook can call your server when an import or a tax calculation finishes. Messages are signed,
            and hold no amounts.{' '}
            <a href={`${apiHost()}/docs`} className="font-medium text-accent underline underline-offset-2">
              How to check them
            </a>
          </p>
          {webhooks.length > 0 && (
            <ul aria-label="Webhooks" className="divide-y divide-line border-y border-line">
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  isBusy={act.isPending}
                  onShow={() => setShown(webhook)}
                  onTurnOn={() =>
                    act.mutate({
                      work: () => laterCalls.webhooks.turnOn({ id: webhook.id }),
                      done: 'Webhook is on',
                    })
                  }
                  onTest={() =>
                    act.mutate({
                      work: () => laterCalls.webhooks.test({ id: webhook.id }),
                      done: 'Test message queued',
                    })
                  }
                  onRemove={() => setRemoving(webhook)}
                />
              ))}
            </ul>
          )}
          <div>
            <Button
              disabledReason={
                webhooks.length >= MOST_WEBHOOKS ? 'You can have up to ten. Remove one first.' : undefined
              }
              onClick={() => setAdding(true)}
            >
              Add a webhook
            </Button>
          </div>
        </div>
      )}

      {isAdding && (
        <NewWebhookDialog
          run={run}
          onClose={() => setAdding(false)}
          onAdded={(added) => {
            setAdding(false)
            setSecret(added)
            void reload()
          }}
        />
      )}
      {secret !== undefined && showSecret(secret, () => setSecret(undefined))}
      {shown !== undefined && <DeliveriesDialog webhook={shown} onClose={() => setShown(undefined)} />}
      <ConfirmDialog
        isOpen={removing !== undefined}
        title="Remove this webhook"
        text={`${removing?.url ?? ''} will no longer be called. Its log is removed too.`}
        confirm="Remove"
        isDestructive
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing !== undefined)
            act.mutate({
              work: () => laterCalls.webhooks.remove({ id: removing.id }),
              done: 'Webhook removed',
            })
          setRemoving(undefined)
        }}
      />
      {dialog}
    </Card>
  )
}
