import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api, calls } from '../../client/api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { useStart } from '../../client/start.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { NEW_PASSWORD_HINT, newPasswordRules } from './rules.ts'
import { NotConfirmed, useFreshSession } from './use-fresh-session.tsx'

/** Changing the password; the present one is asked for where the session is not fresh. */
export function PasswordForm() {
  const client = useQueryClient()
  const isViewing = useStart().get_user_role.viewing !== null
  const { run, dialog } = useFreshSession()
  const { register, handleSubmit, setError, formState, reset } = useForm({
    defaultValues: { password: '', end_other_sessions: true },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (values) => {
    try {
      await run(() => calls.identity.changePassword(values))
      reset()
      toastDone('Password changed')
      await client.invalidateQueries({ queryKey: api.identity.sessions.key() })
    } catch (thrown) {
      if (!(thrown instanceof NotConfirmed)) showRefusal(thrown, setError, ['password'])
    }
  })

  return (
    <>
      <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
        <Field label="New password" hint={NEW_PASSWORD_HINT} error={errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...register('password', newPasswordRules)} />
        </Field>
        <Checkbox label="Sign out everywhere else" {...register('end_other_sessions')} />
        <div>
          <Button
            type="submit"
            busy={isSubmitting}
            disabledReason={isViewing ? 'Not available while viewing a client' : undefined}
          >
            Change password
          </Button>
        </div>
      </Form>
      {dialog}
    </>
  )
}
