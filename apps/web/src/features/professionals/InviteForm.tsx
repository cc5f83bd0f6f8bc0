import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { GivenAccess } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { Select } from '../../ui/Select.tsx'
import { Textarea, TextInput } from '../../ui/TextInput.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { DURATIONS, SCOPE_WORDS } from './access-words.ts'

type Scope = GivenAccess['scope']

export interface Invite {
  readonly email: string
  readonly scope: Scope
  readonly days: number | null
  readonly message?: string
}

export interface InviteFormProps {
  /** Whose access it is about, above the tiles: 'They will be able to' or 'You will be able to'. */
  readonly legend: string
  readonly startsWith: Scope
  readonly send: (invite: Invite) => Promise<unknown>
  readonly onSent?: () => void
}

/** Invite somebody by mail: how far, how long, and a message. */
export function InviteForm({ legend, startsWith, send, onSent }: InviteFormProps) {
  const client = useQueryClient()
  const [scope, setScope] = useState<Scope>(startsWith)
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { email: '', days: '', message: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email, days, message }) => {
    try {
      await send({
        email: email.trim(),
        scope,
        days: days === '' ? null : Number(days),
        ...(message.trim() === '' ? {} : { message: message.trim() }),
      })
      await client.invalidateQueries({ queryKey: api.professionals.key() })
      toastDone(`Invitation sent to ${email.trim()}.`)
      reset()
      onSent?.()
    } catch (thrown) {
      showRefusal(thrown, setError, ['email', 'message'])
    }
  })

  return (
    <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="off"
          {...register('email', {
            required: 'Email is required',
            pattern: {
              value: /^\S+@\S+\.\S+$/,
              message: 'Enter an email address, such as name@example.com.',
            },
          })}
        />
      </Field>
      <RadioTiles
        legend={legend}
        value={scope}
        onChange={setScope}
        columns={2}
        tiles={(['view', 'work'] as const).map((value) => ({ value, ...SCOPE_WORDS[value] }))}
      />
      <Field
        label="For how long"
        hint="Access can be changed or ended at any time by the owner of the books."
      >
        <Select {...register('days')}>
          {DURATIONS.map(({ days, label }) => (
            <option key={label} value={days ?? ''}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Message" optional error={errors.message?.message}>
        <Textarea
          rows={3}
          {...register('message', { maxLength: { value: 2000, message: 'Use at most 2,000 characters.' } })}
        />
      </Field>
      <div>
        <Button type="submit" look="primary" busy={isSubmitting}>
          Send invitation
        </Button>
      </div>
    </Form>
  )
}
