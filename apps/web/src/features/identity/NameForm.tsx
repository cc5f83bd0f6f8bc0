import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { messages, type UserRole } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { useSavedToast } from '../../client/use-saved-toast.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { showRefusal } from '../../client/show-refusal.ts'
import { useRefreshStart } from '../../client/start.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

const lengthRule = { maxLength: { value: 100, message: 'Use at most 100 characters.' } }

/** First and last name, as the navigation and a professional's list show them. */
export function NameForm({ user }: { user: Pick<UserRole, 'first_name' | 'last_name'> }) {
  const refresh = useRefreshStart()
  const toastSaved = useSavedToast()
  const [before] = useState({ first_name: user.first_name ?? '', last_name: user.last_name ?? '' })
  const { register, handleSubmit, setError, setValue, formState, subscribe } = useForm({
    defaultValues: before,
  })
  const forget = useFormDraft('name', before, { setValue, subscribe })
  const { errors, isSubmitting, isDirty } = formState

  const submit = handleSubmit(async (values) => {
    try {
      const { change_ids } = await calls.identity.changeName(values)
      forget()
      await refresh()
      toastSaved(messages.name.updated, change_ids)
    } catch (thrown) {
      showRefusal(thrown, setError, ['first_name', 'last_name'])
    }
  })

  return (
    <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={errors.first_name?.message}>
          <TextInput autoComplete="given-name" {...register('first_name', lengthRule)} />
        </Field>
        <Field label="Last name" error={errors.last_name?.message}>
          <TextInput autoComplete="family-name" {...register('last_name', lengthRule)} />
        </Field>
      </div>
      <div>
        <Button
          type="submit"
          busy={isSubmitting}
          disabledReason={isDirty ? undefined : 'Nothing was changed.'}
        >
          Save name
        </Button>
      </div>
    </Form>
  )
}
