import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { calls } from '../../client/api.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { useRefreshStart, useStart } from '../../client/start.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { emailRules } from './rules.ts'
import { NotConfirmed, useFreshSession } from './use-fresh-session.tsx'

/** The way to log in with another address; the password is asked for where the session is not fresh. */
export function ChangeEmail() {
  const isViewing = useStart().get_user_role.viewing !== null
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        disabledReason={isViewing ? 'Not available while viewing a client' : undefined}
        onClick={() => setOpen(true)}
      >
        Change email
      </Button>
      {isOpen && <ChangeEmailDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ChangeEmailDialog({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefreshStart()
  const { run, dialog } = useFreshSession()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email }) => {
    try {
      const { next } = await run(() => calls.identity.changeEmail({ email: email.trim() }))
      await refresh()
      toastDone(
        next === 'check_mail'
          ? `We sent a link to ${email.trim()}. The address changes once you open it.`
          : 'Email changed. It is not confirmed, because this server does not send email.',
      )
      onClose()
    } catch (thrown) {
      if (!(thrown instanceof NotConfirmed)) showRefusal(thrown, setError, ['email'])
    }
  })

  return (
    <>
      <Dialog isOpen onClose={onClose} title="Change your email" width="narrow">
        <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
          <p className="text-ink-2">
            You log in with it. We notify your old address of the change. There is no undo: to go back, change
            it again.
          </p>
          <Field label="New email" error={errors.email?.message}>
            <TextInput type="email" autoComplete="email" data-autofocus {...register('email', emailRules)} />
          </Field>
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={isSubmitting}>
              Change email
            </Button>
          </div>
        </Form>
      </Dialog>
      {dialog}
    </>
  )
}
