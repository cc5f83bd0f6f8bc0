import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { paths } from '@lotbook/contract'
import { keepAggregator } from '../../client/aggregator.ts'
import { calls } from '../../client/api.ts'
import { stringifySearch } from '../../client/search.ts'
import { writeStored } from '../../client/stored.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { IdentityCard } from './IdentityCard.tsx'
import { emailRules, NEW_PASSWORD_HINT, newPasswordRules } from './rules.ts'
import { useEnter } from './use-enter.ts'

type Sent = { readonly next: 'check_mail' | 'log_in'; readonly email: string }

/** Creating an account. What it answers is the same whether or not the email has one already. */
export function SignUpPage() {
  const { search } = useLocation()
  const { redirect, aggregator } = search as { redirect?: string; aggregator?: string }
  useEffect(() => keepAggregator(aggregator), [aggregator])
  const [sent, setSent] = useState<Sent>()
  const logIn = paths.logIn + stringifySearch({ redirect })

  if (sent?.next === 'check_mail') {
    return (
      <IdentityCard title="Check your email" aside={<TextLink to={logIn}>Back to log in</TextLink>}>
        <p>
          We sent a message to <strong className="break-all">{sent.email}</strong>. Open the link in it to
          finish.
        </p>
        <p className="mt-3 text-ink-2">Nothing after a few minutes? Check your spam folder.</p>
      </IdentityCard>
    )
  }
  if (sent?.next === 'log_in') {
    return (
      <IdentityCard title="Log in to continue">
        <p>
          If <strong className="break-all">{sent.email}</strong> had no account yet, your account is ready. If
          it already had one, log in with the password you chose then.
        </p>
        <ButtonLink look="primary" size="large" className="mt-6 w-full" to={logIn}>
          Log in
        </ButtonLink>
      </IdentityCard>
    )
  }
  return (
    <IdentityCard
      title="Create your account"
      text={
        redirect?.includes('pricing') === true
          ? 'Then choose your plan. Importing and reviewing are free.'
          : 'Import your history, see what is taxable, and see why.'
      }
      aside={
        <>
          Already have an account? <TextLink to={logIn}>Log in</TextLink>
        </>
      }
    >
      <SignUpForm redirect={redirect} onSent={setSent} />
    </IdentityCard>
  )
}

function SignUpForm({ redirect, onSent }: { redirect: string | undefined; onSent: (sent: Sent) => void }) {
  const enter = useEnter()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { first_name: '', last_name: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ first_name, last_name, email, password }) => {
    try {
      const { next } = await calls.identity.signUp({
        email,
        password,
        ...(first_name === '' ? {} : { first_name }),
        ...(last_name === '' ? {} : { last_name }),
      })
      writeStored('successModalSignUp', 'true')
      if (next === 'check_mail' || !(await canLogIn(email, password))) onSent({ next, email })
      else await enter(redirect)
    } catch (thrown) {
      showRefusal(thrown, setError, ['first_name', 'last_name', 'email', 'password'])
    }
  })

  return (
    <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" optional error={errors.first_name?.message}>
          <TextInput autoComplete="given-name" {...register('first_name', { maxLength: 100 })} />
        </Field>
        <Field label="Last name" optional error={errors.last_name?.message}>
          <TextInput autoComplete="family-name" {...register('last_name', { maxLength: 100 })} />
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          inputMode="email"
          {...register('email', emailRules)}
        />
      </Field>
      <Field label="Password" hint={NEW_PASSWORD_HINT} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password', newPasswordRules)} />
      </Field>
      <Button type="submit" look="primary" size="large" busy={isSubmitting}>
        Create account
      </Button>
    </Form>
  )
}

// The account may be older than this sign-up; then its own password, or its second factor, decides.
async function canLogIn(email: string, password: string): Promise<boolean> {
  try {
    const { second_factor } = await calls.identity.logIn({ email, password })
    return !second_factor
  } catch {
    return false
  }
}
