import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { paths } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { IdentityCard } from './IdentityCard.tsx'
import { NEW_PASSWORD_HINT, newPasswordRules } from './rules.ts'

const route = getRouteApi('/public/resetpassword')

/** Setting a new password with the link from the mail. */
export function ResetPasswordPage() {
  const { token } = route.useSearch()
  const [state, setState] = useState<'asking' | 'done' | 'dead'>(token === undefined ? 'dead' : 'asking')
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ password }) => {
    try {
      await calls.identity.resetPassword({ token: token ?? '', password })
      setState('done')
    } catch (thrown) {
      if (toApiError(thrown).code === 'invalid_token') setState('dead')
      else showRefusal(thrown, setError, ['password'])
    }
  })

  switch (state) {
    case 'dead':
      return (
        <IdentityCard
          title="This link no longer works"
          text="It was already used, or it is more than 60 minutes old."
        >
          <ButtonLink look="primary" size="large" className="w-full" to={paths.forgotPassword}>
            Send a new link
          </ButtonLink>
        </IdentityCard>
      )
    case 'done':
      return (
        <IdentityCard
          title="Your password is set"
          text="You were signed out everywhere. Log in with your new password."
        >
          <ButtonLink look="primary" size="large" className="w-full" to={paths.logIn}>
            Log in
          </ButtonLink>
        </IdentityCard>
      )
    case 'asking':
      return (
        <IdentityCard title="Choose a new password">
          <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
            <Field label="New password" hint={NEW_PASSWORD_HINT} error={errors.password?.message}>
              <PasswordInput autoComplete="new-password" {...register('password', newPasswordRules)} />
            </Field>
            <Button type="submit" look="primary" size="large" busy={isSubmitting}>
              Set the password
            </Button>
          </Form>
        </IdentityCard>
      )
  }
}
