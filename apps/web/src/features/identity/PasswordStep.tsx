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
import { emailRules, passwordRules } from './rules.ts'

export interface PasswordStepProps {
  readonly onDone: (result: { needsCode: boolean }) => Promise<void>
}

/** Email and password. */
export function PasswordStep({ onDone }: PasswordStepProps) {
  const { register, handleSubmit, setError, formState } = useForm({
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
      <p className="text-center">
        <TextLink to={paths.forgotPassword}>Forgot your password?</TextLink>
      </p>
    </Form>
  )
}
