import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeInput } from '../../ui/CodeInput.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { passwordRules } from './rules.ts'

/** Asks for the password again before something that guards the account is changed. */
export function ReauthDialog({ onFresh, onClose }: { onFresh: () => void; onClose: () => void }) {
  const [needsCode, setNeedsCode] = useState(false)
  const [code, setCode] = useState('')
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ password }) => {
    try {
      await calls.identity.reauthenticate({ password, ...(code === '' ? {} : { code }) })
      onFresh()
    } catch (thrown) {
      const refusal = toApiError(thrown).code
      if (refusal === 'second_factor_required' || refusal === 'wrong_code') setNeedsCode(true)
      if (refusal !== 'second_factor_required') showRefusal(thrown, setError, ['password'])
    }
  })

  return (
    <Dialog isOpen onClose={onClose} title="Confirm it is you" width="narrow">
      <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
        <p className="text-ink-2">
          This changes how your account is protected, so we ask for your password again.
        </p>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            data-autofocus
            {...register('password', passwordRules)}
          />
        </Field>
        {needsCode && (
          <Field label="Code of your authenticator app">
            <CodeInput value={code} onChange={setCode} />
          </Field>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Confirm
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
