import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { EmailState } from './EmailState.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'
import { NotConfirmed, useFreshSession } from './use-fresh-session.tsx'
import { useRecoveryCodes } from './use-recovery-codes.tsx'

/** The authenticator app as second factor, and the recovery codes behind it. */
export function AuthenticatorCard() {
  const query = api.identity.secondFactorState.queryOptions()
  const { data: state, error, refetch, isFetching } = useQuery(query)
  const client = useQueryClient()
  const user = useStart().get_user_role
  const isViewing = user.viewing !== null
  const { run, dialog } = useFreshSession()
  const codes = useRecoveryCodes(run)
  const [enrolment, setEnrolment] = useState<{ secret: string; otpauth_url: string }>()
  const [isTurningOff, setTurningOff] = useState(false)

  const reload = () => client.invalidateQueries({ queryKey: query.queryKey })
  const onError = (thrown: unknown) => {
    if (!(thrown instanceof NotConfirmed)) toastFailed(toApiError(thrown).message)
  }
  const enrol = useMutation({
    mutationFn: () => run(() => calls.identity.enrolTotp()),
    onSuccess: setEnrolment,
    onError,
  })
  const turnOff = useMutation({
    mutationFn: () => run(() => calls.identity.disableTotp()),
    onSuccess: async () => {
      toastDone('The authenticator app is off')
      await reload()
    },
    onError,
  })

  const hasPasskey = state !== undefined && state.passkeys.length > 0
  const notWhileViewing = isViewing ? 'Not available while viewing a client' : undefined
  const notBeforeVerified = state?.needs_verified_email === true ? 'Confirm your email first' : undefined
  return (
    <Card
      title="Authenticator app"
      actions={
        state !== undefined && (
          <StatusBadge look={state.is_on ? 'done' : 'optional'} label={state.is_on ? 'On' : 'Off'} />
        )
      }
    >
      {error !== null && state === undefined ? (
        <ErrorState
          title="Your second factor could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : state === undefined ? (
        <Loading label="your second factor">
          <Skeleton className="mb-4 h-5 w-3/4" />
          <Skeleton className="h-9 w-40" />
        </Loading>
      ) : (
        <div className="grid gap-4">
          {state.is_mandatory && !state.is_on && !hasPasskey && (
            <Banner tone="warn">Tax professionals need a second factor before they can open a client.</Banner>
          )}
          {state.needs_verified_email && !isViewing && (
            <>
              <Banner tone="warn">
                Confirm your email first: open the link in the message we sent you. A second factor on an
                address that is not confirmed could lock its owner out.
              </Banner>
              <EmailState user={user} />
            </>
          )}
          <p className="max-w-[68ch] text-ink-2">
            {state.is_on
              ? `Logging in asks for a code from your app${hasPasskey ? ', or for a passkey,' : ''} after the password.`
              : 'A code from an app on your phone, asked for after the password. A stolen password alone is then not enough.'}
          </p>
          {state.is_on && (
            <>
              <p className={state.recovery_codes_left < 3 ? 'text-warn' : 'text-ink-2'}>
                {state.recovery_codes_left} recovery codes left
              </p>
              <p className="max-w-[68ch] text-ink-2">
                To move it to another phone, turn it off and set it up there.
                {state.is_mandatory &&
                  !hasPasskey &&
                  ' Add a passkey first, so that you keep a second factor.'}
              </p>
            </>
          )}
          <div className="flex flex-wrap gap-2">
            {!state.is_on ? (
              <Button
                look="primary"
                busy={enrol.isPending}
                disabledReason={notWhileViewing ?? notBeforeVerified}
                onClick={() => enrol.mutate()}
              >
                Set up
              </Button>
            ) : (
              <>
                <Button busy={codes.isRenewing} disabledReason={notWhileViewing} onClick={codes.renew}>
                  New recovery codes
                </Button>
                <Button
                  busy={turnOff.isPending}
                  disabledReason={
                    notWhileViewing ??
                    (state.is_mandatory && !hasPasskey ? 'Tax professionals must keep it on.' : undefined)
                  }
                  onClick={() => setTurningOff(true)}
                >
                  Turn off
                </Button>
              </>
            )}
          </div>
        </div>
      )}

      {enrolment !== undefined && (
        <EnrolDialog
          {...enrolment}
          onClose={() => setEnrolment(undefined)}
          onEnrolled={(recovery) => {
            setEnrolment(undefined)
            codes.show(recovery)
            void reload()
          }}
        />
      )}
      {codes.dialog}
      <ConfirmDialog
        isOpen={isTurningOff}
        title="Turn off the authenticator app"
        text={
          hasPasskey
            ? 'Logging in will then ask for a passkey after the password.'
            : 'Your password alone will then open your account.'
        }
        consequence={hasPasskey ? undefined : 'Your recovery codes stop working.'}
        confirm="Turn off"
        isDestructive
        onClose={() => setTurningOff(false)}
        onConfirm={() => {
          setTurningOff(false)
          turnOff.mutate()
        }}
      />
      {dialog}
    </Card>
  )
}
