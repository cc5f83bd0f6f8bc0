import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { paths } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { passkeyProblem, signWithPasskey, whyNoPasskeys } from './passkeys.ts'
import { emailRules, passwordRules } from './rules.ts'

export interface PasswordStepProps {
  readonly onDone: (result: { needsCode: boolean }) => Promise<void>
}

/** Email and password, or a passkey instead of both. */
export function PasswordStep({ onDone }: PasswordStepProps) {
  const [isAsking, setAsking] = useState(false)
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (values) => {
    try {
      const { second_factor } = await calls.identity.logIn(values)
      await onDone({ needsCode: second_factor })
    } catch (thrown) {
      showRefusal(thrown, setError, ['email', 'password'])
    }
  })

  async function logInWithPasskey() {
    setAsking(true)
    clearErrors()
    try {
      await calls.identity.passkeyLogIn({ passkey: await signWithPasskey('log_in') })
      await onDone({ needsCode: false })
    } catch (thrown) {
      setError('root', { message: passkeyProblem(thrown) })
    } finally {
      setAsking(false)
    }
  }

  return (
    <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          inputMode="email"
          {...register('email', emailRules)}
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password', passwordRules)} />
      </Field>
      <Button type="submit" look="primary" size="large" busy={isSubmitting}>
        Log in
      </Button>
      {whyNoPasskeys() === undefined && (
        <Button size="large" busy={isAsking} onClick={() => void logInWithPasskey()}>
          Log in with a passkey
        </Button>
      )}
      <p className="text-center">
        <TextLink to={paths.forgotPassword}>Forgot your password?</TextLink>
      </p>
    </Form>
  )
}
