import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Scope, SCOPE_WORDS, TOKEN_DAYS } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterCalls } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { NotConfirmed } from '../identity/use-fresh-session.tsx'

export interface NewTokenDialogProps {
  /** Runs a call that needs a fresh session. */
  readonly run: <Result>(call: () => Promise<Result>) => Promise<Result>
  readonly onCreated: (token: string) => void
  readonly onClose: () => void
}

interface Entered {
  readonly name: string
  readonly days: string
  readonly scopes: readonly Scope[]
}

const scopeNames = Object.keys(SCOPE_WORDS) as Scope[]

/** Asks for the name, the scopes and the end of a new access token. */
export function NewTokenDialog({ run, onCreated, onClose }: NewTokenDialogProps) {
  const [refused, setRefused] = useState<string>()
  const { register, handleSubmit, formState } = useForm<Entered>({
    defaultValues: { name: '', days: '90', scopes: ['read'] },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ name, days, scopes }) => {
    setRefused(undefined)
    const wanted = TOKEN_DAYS.find((each) => String(each) === days) ?? TOKEN_DAYS[0]
    try {
      const made = await run(() =>
        laterCalls.accessTokens.create({ name, scopes: [...scopes], days: wanted }),
      )
      onCreated(made.token)
    } catch (thrown) {
      if (!(thrown instanceof NotConfirmed)) setRefused(toApiError(thrown).message)
    }
  })

  return (
    <Dialog isOpen onClose={onClose} title="Create a token" width="narrow">
      <Form onSubmit={(event) => void submit(event)} refused={refused}>
        <Field label="Name" hint="What it is for, such as “Tax spreadsheet.”" error={errors.name?.message}>
          <TextInput
            data-autofocus
            autoComplete="off"
            {...register('name', {
              validate: (name) => name.trim() !== '' || 'Enter a name.',
              maxLength: { value: 60, message: 'Use at most 60 characters.' },
            })}
          />
        </Field>
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-2 text-body font-medium">What it may do</legend>
          {scopeNames.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={SCOPE_WORDS[scope].name}
              hint={SCOPE_WORDS[scope].hint}
              {...register('scopes', {
                validate: (scopes) => scopes.length > 0 || 'Choose at least one.',
              })}
            />
          ))}
          {errors.scopes !== undefined && (
            <p role="alert" className="text-table text-danger">
              {errors.scopes.message}
            </p>
          )}
        </fieldset>
        <Field label="Expires after">
          <Select {...register('days')}>
            {TOKEN_DAYS.map((days) => (
              <option key={days} value={String(days)}>
                {days === 365 ? '1 year' : `${days} days`}
              </option>
            ))}
          </Select>
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Create
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
