import { useRouter } from '@tanstack/react-router'
import { MailCheck, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { connectionMessages, fill, type Source, screenMessages } from '@lotbook/contract'
import { useAfterUploadPath } from '../../client/after-upload-path.ts'
import { laterCalls } from '../../client/later-api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeInput } from '../../ui/CodeInput.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { withNoAnswerSaid } from './no-answer.ts'

export interface MailedCodeFormProps {
  readonly source: Source
  /** The connection that gets a new key; else a new account is connected. */
  readonly updates: string | undefined
  /** The way to another form of this source. */
  readonly otherForm: ReactNode
  readonly onCancel: () => void
}

/** How far the sign-in is: what the provider waits for. */
type Step = 'email' | 'code' | 'authenticator'

interface Values {
  readonly email: string
  readonly code: string
  readonly authenticator_code: string
}
const EMPTY: Values = { email: '', code: '', authenticator_code: '' }

/** Connect an account by a code that its provider mails (R8.32). Nothing of it is kept in the browser. */
export function MailedCodeForm({ source, updates, otherForm, onCancel }: MailedCodeFormProps) {
  const router = useRouter()
  const pathAfter = useAfterUploadPath()
  const [step, setStep] = useState<Step>('email')
  const [isSending, setSending] = useState(false)
  const { register, handleSubmit, setError, setFocus, setValue, control, getValues, formState } =
    useForm<Values>({ defaultValues: EMPTY })
  const { errors, isSubmitting } = formState
  const { email = '', code = '', authenticator_code = '' } = useWatch({ control })
  const exchange_name = source.value

  const show = (thrown: unknown) =>
    showRefusal<Values>(
      withNoAnswerSaid(thrown),
      (field, { message = '' }, options) =>
        field === 'root' ? toastFailed(message) : setError(field, { message }, options),
      ['email', 'code', 'authenticator_code'],
    )

  async function sendCode() {
    await laterCalls.mailedCodes.send({ exchange_name, email: getValues('email') })
    setValue('code', '')
    setValue('authenticator_code', '')
  }

  async function sendAgain() {
    setSending(true)
    try {
      await sendCode()
      setStep('code')
      toastDone(connectionMessages.codeResent)
    } catch (thrown) {
      show(thrown)
    } finally {
      setSending(false)
    }
  }

  async function connect(values: Values) {
    const { code, authenticator_code } = values
    const answer = await laterCalls.mailedCodes.connect({
      exchange_name,
      code,
      authenticator_code,
      is_update: updates !== undefined,
      source_id: updates ?? null,
    })
    if (answer.status === 'authenticator') return setStep('authenticator')
    toastDone(fill(screenMessages.csv.queued, { file: source.name }))
    router.history.push(pathAfter(answer.first_import))
  }

  const submit = handleSubmit(async (values) => {
    try {
      if (step !== 'email') return await connect(values)
      await sendCode()
      setStep('code')
    } catch (thrown) {
      show(thrown)
    }
  })

  useEffect(() => {
    if (step !== 'email') setFocus(step === 'code' ? 'code' : 'authenticator_code')
  }, [step, setFocus])

  return (
    <Form
      onSubmit={(event) => {
        if (isSubmitting) event.preventDefault()
        else void submit(event)
      }}
    >
      <fieldset className="grid min-w-0 gap-4">
        <legend className="sr-only">Sign-in at {source.name}</legend>
        {step === 'email' ? (
          <Field
            label={`Email address of your ${source.name} account`}
            hint={`${source.name} mails a code to it. Lotbook never asks for a password.`}
            error={errors.email?.message}
          >
            <TextInput
              type="email"
              autoComplete="email"
              {...register('email', {
                setValueAs: (value: string) => value.trim(),
                validate: (value) => value.trim() !== '' || 'Email address is Required',
              })}
            />
          </Field>
        ) : (
          <>
            <p className="flex items-start gap-2">
              <MailCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-gain" />
              <span className="min-w-0 break-words">
                {source.name} mailed a code to {email}, if it has an account by this address.
              </span>
            </p>
            <Field label="Code from the mail" error={errors.code?.message}>
              <CodeInput
                ref={(input) => register('code').ref(input)}
                value={code}
                onChange={(value) => setValue('code', value)}
              />
            </Field>
          </>
        )}
        {step === 'authenticator' && (
          <Field
            label="Code from your authenticator app"
            hint={`${source.name} asks for it beside the code from the mail.`}
            error={errors.authenticator_code?.message}
          >
            <CodeInput
              ref={(input) => register('authenticator_code').ref(input)}
              value={authenticator_code}
              onChange={(value) => setValue('authenticator_code', value)}
            />
          </Field>
        )}
      </fieldset>
      <p className="flex items-start gap-3 rounded-card border border-line bg-quiet p-3">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-gain" />
        <span>
          <span className="block font-medium">Lotbook keeps a read-only key and nothing else.</span>
          <span className="text-ink-2">
            The code makes a key named Lotbook that can read and never pay; then Lotbook signs out. You can
            revoke the key at {source.name} whenever you like.
          </span>
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" busy={isSubmitting}>
          {step === 'email' ? 'Send code' : 'Connect'}
        </Button>
        {step !== 'email' && (
          <>
            <Button busy={isSending} onClick={() => void sendAgain()}>
              Send the code again
            </Button>
            <Button look="quiet" onClick={() => setStep('email')}>
              Use another address
            </Button>
          </>
        )}
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {otherForm}
      </div>
    </Form>
  )
}
