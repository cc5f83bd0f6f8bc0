import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { WEBHOOK_EVENT_WORDS, WEBHOOK_EVENTS, type WebhookEvent } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterCalls } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { NotConfirmed } from '../identity/use-fresh-session.tsx'

export interface NewWebhookDialogProps {
  /** Runs a call that needs a fresh session. */
  readonly run: <Result>(call: () => Promise<Result>) => Promise<Result>
  readonly onAdded: (secret: string) => void
  readonly onClose: () => void
}

interface Entered {
  readonly url: string
  readonly events: readonly WebhookEvent[]
}

/** Asks for the address of a new webhook and what it is told of. */
export function NewWebhookDialog({ run, onAdded, onClose }: NewWebhookDialogProps) {
  const [refused, setRefused] = useState<string>()
  const { register, handleSubmit, formState, setError } = useForm<Entered>({
    defaultValues: { url: '', events: [...WEBHOOK_EVENTS] },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ url, events }) => {
    setRefused(undefined)
    try {
      onAdded((await run(() => laterCalls.webhooks.create({ url, events: [...events] }))).secret)
    } catch (thrown) {
      if (thrown instanceof NotConfirmed) return
      const { fields, message } = toApiError(thrown)
      if (fields?.['url'] === undefined) setRefused(message)
      else setError('url', { message: fields['url'] })
    }
  })

  return (
    <Dialog isOpen onClose={onClose} title="Add a webhook" width="narrow">
      <Form onSubmit={(event) => void submit(event)} refused={refused}>
        <Field label="Address" hint="On the public Internet, with https." error={errors.url?.message}>
          <TextInput
            data-autofocus
            type="url"
            autoComplete="off"
            placeholder="https://example.com/hook"
            {...register('url', { validate: (url) => url.trim() !== '' || 'Enter an address.' })}
          />
        </Field>
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-2 text-body font-medium">When</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={WEBHOOK_EVENT_WORDS[event]}
              {...register('events', { validate: (events) => events.length > 0 || 'Choose at least one.' })}
            />
          ))}
          {errors.events !== undefined && (
            <p role="alert" className="text-table text-danger">
              {errors.events.message}
            </p>
          )}
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Add
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
