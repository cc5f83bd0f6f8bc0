import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { paths } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { setLeaving } from '../../client/leaving.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { useStart } from '../../client/start.ts'
import { forgetAllButStored } from '../../client/stored.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { NotConfirmed, useFreshSession } from './use-fresh-session.tsx'

/** The way to delete the account: its email is typed, and the password asked for where the session is not fresh. */
export function DeleteAccount() {
  const { viewing, email } = useStart().get_user_role
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">
        Deletes your login, your history, every result and form, your files and your connections. Export what
        you want to keep first: tax records may be asked for years later.
      </p>
      <Button
        look="danger"
        disabledReason={viewing === null ? undefined : 'Not available while viewing a client'}
        onClick={() => setOpen(true)}
      >
        Delete account
      </Button>
      {isOpen && <DeleteAccountDialog email={email} onClose={() => setOpen(false)} />}
    </div>
  )
}

function DeleteAccountDialog({
  email: own,
  onClose,
}: {
  readonly email: string
  readonly onClose: () => void
}) {
  const { run, dialog } = useFreshSession()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email }) => {
    try {
      await run(() => {
        // The socket may tell of the ended session before the answer does.
        setLeaving(true)
        return calls.identity.deleteAccount({ email: email.trim() })
      })
      forgetAllButStored()
      window.location.assign(paths.logIn)
    } catch (thrown) {
      setLeaving(false)
      if (!(thrown instanceof NotConfirmed)) showRefusal(thrown, setError, ['email'])
    }
  })

  return (
    <>
      <Dialog isOpen onClose={onClose} title="Delete your account" width="narrow">
        <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
          <p className="text-ink-2">
            This cannot be undone. Everything in your account is removed. To confirm, type{' '}
            <span className="font-medium wrap-anywhere text-ink">{own}</span>.
          </p>
          <Field label="Your email" error={errors.email?.message}>
            <TextInput
              autoComplete="off"
              data-autofocus
              {...register('email', {
                validate: (typed) => typed.trim().toLowerCase() === own || 'Type the email of this account.',
              })}
            />
          </Field>
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="danger" busy={isSubmitting}>
              Delete account
            </Button>
          </div>
        </Form>
      </Dialog>
      {dialog}
    </>
  )
}
