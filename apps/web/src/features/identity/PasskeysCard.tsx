import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatAgo, formatDay, localAndIso } from '../../ui/format/format-date-time.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { useNow } from '../../ui/use-now.ts'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { PasskeyName } from './PasskeyName.tsx'
import { whyNoPasskeys } from './passkeys.ts'
import { NotConfirmed, useFreshSession } from './use-fresh-session.tsx'
import { useRecoveryCodes } from './use-recovery-codes.tsx'

const MOST_PASSKEYS = 10

/** Passkeys of this account: each is a second factor, and logs in without the password. */
export function PasskeysCard() {
  const query = api.identity.secondFactorState.queryOptions()
  const { data: state, error, refetch, isFetching } = useQuery(query)
  const client = useQueryClient()
  const now = useNow()
  const isViewing = useStart().get_user_role.viewing !== null
  const { run, dialog } = useFreshSession()
  const codes = useRecoveryCodes(run)
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<string>()
  const [removing, setRemoving] = useState<{ id: string; name: string }>()

  const reload = () => client.invalidateQueries({ queryKey: query.queryKey })
  const remove = useMutation({
    mutationFn: (id: string) => run(() => calls.identity.removePasskey({ id })),
    onSuccess: async () => {
      toastDone('Passkey removed')
      await reload()
    },
    onError: (thrown: unknown) => {
      if (!(thrown instanceof NotConfirmed)) toastFailed(toApiError(thrown).message)
    },
  })

  const notWhileViewing = isViewing ? 'Not available while viewing a client' : undefined
  const noPasskeysHere = whyNoPasskeys()
  const isLastFactor = state?.is_on === false && state.passkeys.length === 1
  return (
    <Card title="Passkeys">
      {error !== null && state === undefined ? (
        <ErrorState
          title="Your passkeys could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : state === undefined ? (
        <Loading label="your passkeys">
          <Skeleton className="mb-4 h-5 w-3/4" />
          <Skeleton className="h-9 w-40" />
        </Loading>
      ) : (
        <div className="grid gap-4">
          <p className="max-w-[68ch] text-ink-2">
            A passkey logs you in with the fingerprint, face or PIN of your device, instead of a password and
            a code. It works on this site only.
          </p>
          {state.passkeys.length > 0 && (
            <ul aria-label="Passkeys" className="divide-y divide-line border-y border-line">
              {state.passkeys.map(({ id, name, created_at, last_used_at }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                  <div className="min-w-0">
                    {renaming === id ? (
                      <PasskeyName
                        id={id}
                        name={name}
                        onSaved={reload}
                        onDone={() => setRenaming(undefined)}
                      />
                    ) : (
                      <p className="font-medium wrap-anywhere">{name}</p>
                    )}
                    <p className="text-table text-ink-2">
                      <span title={localAndIso(created_at)}>Added {formatDay(created_at)}</span>
                      {' · '}
                      {last_used_at === null ? (
                        'Not used yet'
                      ) : (
                        <span title={localAndIso(last_used_at)}>
                          Last used {formatAgo(last_used_at, now)}
                        </span>
                      )}
                    </p>
                  </div>
                  <div className="flex gap-2">
                    {renaming !== id && (
                      <Button
                        size="small"
                        aria-label={`Rename ${name}`}
                        disabledReason={notWhileViewing}
                        onClick={() => setRenaming(id)}
                      >
                        Rename
                      </Button>
                    )}
                    <Button
                      size="small"
                      aria-label={`Remove ${name}`}
                      busy={remove.isPending && remove.variables === id}
                      disabledReason={
                        notWhileViewing ??
                        (state.is_mandatory && isLastFactor
                          ? 'Tax professionals must keep a second factor.'
                          : undefined)
                      }
                      onClick={() => setRemoving({ id, name })}
                    >
                      Remove
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
          {!state.is_on && state.passkeys.length > 0 && (
            <p className={state.recovery_codes_left < 3 ? 'text-warn' : 'text-ink-2'}>
              {state.recovery_codes_left} recovery codes left
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              look={state.is_on || state.passkeys.length > 0 ? 'secondary' : 'primary'}
              disabledReason={
                notWhileViewing ??
                (state.needs_verified_email ? 'Confirm your email first' : undefined) ??
                noPasskeysHere ??
                (state.passkeys.length >= MOST_PASSKEYS
                  ? 'You can have up to ten. Remove one first.'
                  : undefined)
              }
              onClick={() => setAdding(true)}
            >
              Add a passkey
            </Button>
            {!state.is_on && state.passkeys.length > 0 && (
              <Button busy={codes.isRenewing} disabledReason={notWhileViewing} onClick={codes.renew}>
                New recovery codes
              </Button>
            )}
          </div>
          {noPasskeysHere !== undefined && (
            <p className="max-w-[68ch] text-table text-ink-2">
              {noPasskeysHere} <OtherAddress />
            </p>
          )}
        </div>
      )}

      {isAdding && (
        <AddPasskeyDialog
          run={run}
          onClose={() => setAdding(false)}
          onAdded={(recovery) => {
            setAdding(false)
            codes.show(recovery)
            toastDone('Passkey added')
            void reload()
          }}
        />
      )}
      {codes.dialog}
      <ConfirmDialog
        isOpen={removing !== undefined}
        title="Remove this passkey"
        text={`“${removing?.name ?? ''}” will no longer log you in. Delete it on your device too.`}
        consequence={
          isLastFactor
            ? 'Your password alone will then open your account, and your recovery codes stop working.'
            : undefined
        }
        confirm="Remove"
        isDestructive
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing !== undefined) remove.mutate(removing.id)
          setRemoving(undefined)
        }}
      />
      {dialog}
    </Card>
  )
}

/** Where this machine has a name, for whoever opened Lotbook on it by its number. */
function OtherAddress() {
  const { hostname, port, pathname } = window.location
  if (!['127.0.0.1', '[::1]'].includes(hostname)) return null
  const address = `http://localhost:${port}`
  return (
    <>
      Open Lotbook at{' '}
      <a href={address + pathname} className="font-medium text-accent underline underline-offset-2">
        {address}
      </a>{' '}
      to add one.
    </>
  )
}
