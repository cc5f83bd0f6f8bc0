import { useRouter } from '@tanstack/react-router'
import { Lock, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { API_FIELDS, type Connected, fill, messages, type Source, screenMessages } from '@lotbook/contract'
import { useAfterUploadPath } from '../../client/after-upload-path.ts'
import type { ApiError } from '../../client/api-error.ts'
import { laterCalls } from '../../client/later-api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { EMPTY_KEY, KEY_PAIR_SOURCE, keyFields, keyPayload, type KeyValues } from './key-fields.ts'
import { nextStepOfKey } from './key-refusal.ts'
import { withNoAnswerSaid } from './no-answer.ts'
import { useKeyPair } from './key-pair.ts'
import { PublicKeyField } from './PublicKeyField.tsx'

export interface KeyFormProps {
  readonly source: Source
  /** The connection that gets a new key; else a new account is connected. */
  readonly updates: string | undefined
  /** The way to another form of this source. */
  readonly otherForm?: ReactNode
  readonly onCancel: () => void
}

const NOT_KEPT = 'Nothing was imported, and the key was not kept.'

/** Connect an exchange by API key. Nothing of the key is kept in the browser. */
export function KeyForm({ source, updates, otherForm, onCancel }: KeyFormProps) {
  const router = useRouter()
  const pathAfter = useAfterUploadPath()
  const [may, setMay] = useState<Connected['may']>([])
  const { register, handleSubmit, setError, setFocus, getFieldState, reset, formState } = useForm<KeyValues>({
    defaultValues: EMPTY_KEY,
  })
  const { errors, isSubmitting, submitCount } = formState
  // A field takes the focus only once the form is enabled again, which is when a submit has ended.
  useEffect(() => {
    if (submitCount === 0) return
    const refused = keyFields(source).find(({ name }) => getFieldState(name).invalid)
    if (refused !== undefined) setFocus(refused.name)
  }, [getFieldState, setFocus, source, submitCount])
  const pair = useKeyPair(source.slug === KEY_PAIR_SOURCE)

  // R8.9: the sentence of the specification is a toast. It stands at the first field too, with the next step.
  function refuse({ message, status }: ApiError) {
    toastFailed(message)
    const [first] = keyFields(source)
    const nextStep = nextStepOfKey(message, source.name)
    if (first !== undefined && nextStep !== undefined)
      setError(first.name, { message: `${message} ${nextStep}`.trimEnd() })
    // Without an answer nobody knows whether the key arrived.
    else setError('root', { message: status === undefined ? message : `${message} ${NOT_KEPT}` })
  }

  const send = (keep_anyway: boolean) =>
    handleSubmit(async (values) => {
      try {
        const answer = await laterCalls.connections.apiImport({
          exchange_name: source.value,
          ...keyPayload(values),
          ...(pair.data === undefined ? {} : { private_key: pair.data.seed }),
          keep_anyway,
          is_update: updates !== undefined,
          source_id: updates ?? null,
        })
        if (answer.status === 'confirm') return setMay(answer.may)
        reset(EMPTY_KEY)
        toastDone(fill(screenMessages.csv.queued, { file: source.name }))
        router.history.push(pathAfter(answer.first_import))
      } catch (thrown) {
        const error = withNoAnswerSaid(thrown)
        showRefusal<KeyValues>(
          error,
          (field, { message = '' }, options) =>
            field === 'root' ? refuse(error) : setError(field, { message }, options),
          API_FIELDS,
        )
      }
    })

  if (may.length > 0 && !isSubmitting)
    return (
      <Banner
        tone="warn"
        action={
          <span className="flex flex-wrap gap-2">
            <Button
              size="small"
              onClick={() => {
                reset(EMPTY_KEY)
                setMay([])
              }}
            >
              Use another key
            </Button>
            <Button size="small" look="quiet" onClick={() => void send(true)()}>
              Keep it anyway
            </Button>
          </span>
        }
      >
        <p className="font-medium">
          This key can {may.join(' and ')}. A read-only key is all that a tax report needs.
        </p>
        <p className="text-ink-2">
          Lotbook would only use it to read. Nothing was imported, and the key was not kept.
        </p>
      </Banner>
    )

  return (
    <Form onSubmit={(event) => void send(false)(event)} refused={errors.root?.message}>
      <fieldset disabled={isSubmitting} className="grid min-w-0 gap-4">
        <legend className="sr-only">API key of {source.name}</legend>
        {source.slug === KEY_PAIR_SOURCE && <PublicKeyField publicKey={pair.data?.publicKey ?? ''} />}
        {keyFields(source).map(({ name, label, required, hint, isSecret }) => {
          const input = register(name, { validate: (value) => value.trim() !== '' || required })
          return (
            <Field key={name} label={label} hint={hint} error={errors[name]?.message}>
              {isSecret ? (
                <PasswordInput mono autoComplete="off" {...input} />
              ) : (
                <TextInput mono autoComplete="off" spellCheck={false} {...input} />
              )}
            </Field>
          )
        })}
      </fieldset>
      <p className="flex items-start gap-3 rounded-card border border-line bg-quiet p-3">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-gain" />
        <span>
          <span className="block font-medium">Create a read-only key.</span>
          <span className="text-ink-2">
            Lotbook reads your history. It never trades or withdraws, and it warns you before it keeps a key
            that could.
          </span>
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" busy={isSubmitting}>
          {messages.import.importButton}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {otherForm}
        <span className="flex items-center gap-1.5 text-caption text-ink-3">
          <Lock aria-hidden="true" className="size-3 shrink-0" />
          Encrypted before it is stored. Only its last four characters are ever shown again.
        </span>
      </div>
    </Form>
  )
}
