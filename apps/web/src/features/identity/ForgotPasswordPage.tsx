import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { paths } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { IdentityCard } from './IdentityCard.tsx'
import { emailRules } from './rules.ts'

/** Asking for a link that sets a new password. It never says whether the email has an account. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email }) => {
    try {
      await calls.identity.forgotPassword({ email })
      setSentTo(email)
    } catch (thrown) {
      showRefusal(thrown, setError, ['email'])
    }
  })

  const back = <TextLink to={paths.logIn}>Back to log in</TextLink>
  if (sentTo !== undefined) {
    return (
      <IdentityCard title="Check your email" aside={back}>
        <p>
          If an account belongs to <strong className="break-all">{sentTo}</strong>, a link is on its way. It
          works once, for 60 minutes.
        </p>
      </IdentityCard>
    )
  }
  return (
    <IdentityCard title="Reset your password" text="We will email you a link to set a new one." aside={back}>
      <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
        <Field label="Email" error={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="username"
            inputMode="email"
            {...register('email', emailRules)}
          />
        </Field>
        <Button type="submit" look="primary" size="large" busy={isSubmitting}>
          Send the link
        </Button>
      </Form>
    </IdentityCard>
  )
}
