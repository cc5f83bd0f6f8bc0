import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { calls } from '../../client/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { deviceName } from './device-name.ts'
import { makePasskey, passkeyProblem } from './passkeys.ts'
import { NotConfirmed } from './use-fresh-session.tsx'

export interface AddPasskeyDialogProps {
  /** Runs a call that needs a fresh session. */
  readonly run: <Result>(call: () => Promise<Result>) => Promise<Result>
  readonly onAdded: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

/** Names a new passkey, and leaves the rest to the browser's own window. */
export function AddPasskeyDialog({ run, onAdded, onClose }: AddPasskeyDialogProps) {
  const [refused, setRefused] = useState<string>()
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: deviceName(navigator.userAgent) },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ name }) => {
    setRefused(undefined)
    try {
      // A new question for each try: one counts for five minutes and for one answer.
      const { options } = await run(() => calls.identity.enrolPasskey())
      const passkey = await makePasskey(options)
      onAdded((await calls.identity.addPasskey({ name, passkey })).recovery_codes)
    } catch (thrown) {
      if (!(thrown instanceof NotConfirmed)) setRefused(nothingAdded(passkeyProblem(thrown)))
    }
  })

  return (
    <Dialog isOpen onClose={onClose} title="Add a passkey" width="narrow">
      <Form onSubmit={(event) => void submit(event)} refused={refused}>
        <p className="text-ink-2">
          Next, your browser asks where to save it: on this device, in a password manager, or on a security
          key.
        </p>
        <Field
          label="Name"
          hint="So you can tell it apart from your other passkeys."
          error={errors.name?.message}
        >
          <TextInput
            data-autofocus
            autoComplete="off"
            {...register('name', {
              validate: (name) => name.trim() !== '' || 'Enter a name.',
              maxLength: { value: 60, message: 'Use at most 60 characters.' },
            })}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isSubmitting}>
            Continue
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const nothingAdded = (problem: string) =>
  problem.endsWith('Nothing was added.') ? problem : `${problem} Nothing was added.`
