import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_TOKENS } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { apiHost } from '../../client/api.ts'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { useFreshSession } from '../identity/use-fresh-session.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { TokenRow } from './TokenRow.tsx'
import { SecretShownDialog } from './SecretShownDialog.tsx'

/** Access tokens of this account, each with a way to end it. */
export function TokensCard() {
  const query = laterApi.accessTokens.list.queryOptions()
  const { data, error, refetch, isFetching } = useQuery(query)
  const client = useQueryClient()
  const { run, dialog } = useFreshSession()
  const [isCreating, setCreating] = useState(false)
  const [shown, setShown] = useState<string>()
  const [revoking, setRevoking] = useState<{ id: string; name: string }>()

  const reload = () => client.invalidateQueries({ queryKey: query.queryKey })
  const revoke = useMutation({
    mutationFn: (id: string) => laterCalls.accessTokens.revoke({ id }),
    onSuccess: async () => {
      toastDone('Token revoked')
      await reload()
    },
    onError: (thrown: unknown) => toastFailed(toApiError(thrown).message),
  })

  const tokens = data?.tokens
  const live = tokens?.filter((token) => !token.is_expired).length ?? 0
  return (
    <Card title="Access tokens">
      {tokens === undefined ? (
        error === null ? (
          <Loading label="your access tokens">
            <Skeleton className="mb-4 h-5 w-3/4" />
            <Skeleton className="h-9 w-40" />
          </Loading>
        ) : (
          <ErrorState
            title="Your access tokens could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div className="grid gap-4">
          <p className="max-w-[68ch] text-ink-2">
            A token lets a script, spreadsheet or assistant of yours use Lotbook without your password. It
            never reaches your sign-in, security or payment settings.{' '}
            <a href={`${apiHost()}/docs`} className="font-medium text-accent underline underline-offset-2">
              How to use it
            </a>
          </p>
          {tokens.length > 0 && (
            <ul aria-label="Access tokens" className="divide-y divide-line border-y border-line">
              {tokens.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  isBusy={revoke.isPending && revoke.variables === token.id}
                  onRevoke={() => setRevoking(token)}
                />
              ))}
            </ul>
          )}
          <div>
            <Button
              look={tokens.length === 0 ? 'primary' : 'secondary'}
              disabledReason={live >= MOST_TOKENS ? 'You can have up to 20. Revoke one first.' : undefined}
              onClick={() => setCreating(true)}
            >
              Create a token
            </Button>
          </div>
        </div>
      )}

      {isCreating && (
        <NewTokenDialog
          run={run}
          onClose={() => setCreating(false)}
          onCreated={(token) => {
            setCreating(false)
            setShown(token)
            void reload()
          }}
        />
      )}
      {shown !== undefined && (
        <SecretShownDialog
          title="Copy your token"
          text="We cannot show it again. Keep it like a password: whoever has it can do what its scopes allow."
          secret={shown}
          onClose={() => setShown(undefined)}
        />
      )}
      <ConfirmDialog
        isOpen={revoking !== undefined}
        title="Revoke this token"
        text={`Programs that use “${revoking?.name ?? ''}” lose access at once.`}
        confirm="Revoke"
        isDestructive
        onClose={() => setRevoking(undefined)}
        onConfirm={() => {
          if (revoking !== undefined) revoke.mutate(revoking.id)
          setRevoking(undefined)
        }}
      />
      {dialog}
    </Card>
  )
}
