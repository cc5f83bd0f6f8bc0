import { useState } from 'react'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeInput } from '../../ui/CodeInput.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

/** The code of the authenticator app, or one of the recovery codes. */
export function SecondFactorStep({ onDone }: { onDone: () => Promise<void> }) {
  const [way, setWay] = useState<'app' | 'recovery'>('app')
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
      <Button
        look="quiet"
        onClick={() => {
          setWay(way === 'app' ? 'recovery' : 'app')
          setCode('')
          setError(undefined)
        }}
      >
        {way === 'app' ? 'Use a recovery code instead' : 'Use the authenticator app instead'}
      </Button>
    </Form>
  )
}

// The card has changed under the keyboard of whoever has just sent their password.
const focusOnArrival = (field: HTMLInputElement | null) => field?.focus()
