import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeInput } from '../../ui/CodeInput.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { IdentityCard } from './IdentityCard.tsx'
import { passkeyProblem, signWithPasskey, whyNoPasskeys } from './passkeys.ts'

type Way = 'passkey' | 'app' | 'recovery'

const HEADS: Readonly<Record<Way, { title: string; text: string }>> = {
  passkey: {
    title: 'Use your passkey',
    text: 'Your device asks for your fingerprint, your face or its PIN.',
  },
  app: {
    title: 'Enter your code',
    text: 'Open your authenticator app and enter the six digits it shows for Lotbook.',
  },
  recovery: {
    title: 'Enter your code',
    text: 'Enter one of the recovery codes you saved when you set up your second factor.',
  },
}

const SWITCHES: Readonly<Record<Way, string>> = {
  passkey: 'Use a passkey instead',
  app: 'Use the authenticator app instead',
  recovery: 'Use a recovery code instead',
}

/** A passkey, the code of the authenticator app, or one of the recovery codes. */
export function SecondFactorStep({ onDone }: { onDone: () => Promise<void> }) {
  const { data: factors, isPending } = useQuery(
    api.identity.secondFactors.queryOptions({ staleTime: 0, gcTime: 0 }),
  )
  const [chosen, setChosen] = useState<Way>()

  // Where it cannot be told what there is, the app is asked for, as most have that.
  const ways: readonly Way[] = [
    ...(factors?.passkey === true ? ['passkey' as const] : []),
    ...(factors?.passkey !== true || factors.authenticator ? ['app' as const] : []),
    'recovery',
  ]
  const way = chosen ?? ways[0] ?? 'app'
  return (
    <IdentityCard
      {...(isPending ? { title: 'Log in' } : HEADS[way])}
      aside={<TextLink to={paths.logIn}>Log in as someone else</TextLink>}
    >
      {isPending ? (
        <Loading label="your second factor">
          <Skeleton className="h-11 w-full" />
        </Loading>
      ) : (
        <div className="grid gap-4">
          {way === 'passkey' ? (
            <PasskeyStep onDone={onDone} />
          ) : (
            <CodeStep key={way} way={way} onDone={onDone} />
          )}
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} look="quiet" onClick={() => setChosen(other)}>
                {SWITCHES[other]}
              </Button>
            ))}
        </div>
      )}
    </IdentityCard>
  )
}

function PasskeyStep({ onDone }: { onDone: () => Promise<void> }) {
  const [problem, setProblem] = useState(whyNoPasskeys)
  const [isBusy, setBusy] = useState(false)

  async function submit() {
    setBusy(true)
    setProblem(undefined)
    try {
      await calls.identity.secondFactor({ passkey: await signWithPasskey('second_factor') })
      await onDone()
    } catch (thrown) {
      setProblem(passkeyProblem(thrown))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      <Button
        ref={focusOnArrival}
        look="primary"
        size="large"
        busy={isBusy}
        disabledReason={whyNoPasskeys()}
        onClick={() => void submit()}
      >
        Use your passkey
      </Button>
    </>
  )
}

function CodeStep({ way, onDone }: { way: 'app' | 'recovery'; onDone: () => Promise<void> }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(entered: string) {
    if (isBusy) return
    if (entered.trim() === '') {
      setError(way === 'app' ? 'Enter the six digits.' : 'Enter one of your recovery codes.')
      return
    }
    setBusy(true)
    setError(undefined)
    try {
      await calls.identity.secondFactor(way === 'app' ? { code: entered } : { recovery_code: entered.trim() })
      await onDone()
    } catch (thrown) {
      setError(toApiError(thrown).message)
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        void submit(code)
      }}
    >
      {way === 'app' ? (
        <Field label="Code" error={error}>
          <CodeInput
            ref={focusOnArrival}
            value={code}
            onChange={setCode}
            onComplete={(whole) => void submit(whole)}
          />
        </Field>
      ) : (
        <Field label="Recovery code" error={error} hint="Each recovery code works once.">
          <TextInput
            ref={focusOnArrival}
            mono
            autoComplete="off"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      )}
      <Button type="submit" look="primary" size="large" busy={isBusy}>
        Continue
      </Button>
    </Form>
  )
}

// The card has changed under the keyboard of whoever has just sent their password.
const focusOnArrival = (element: HTMLElement | null) => element?.focus()
