import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FoundPerson } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { viewAs } from '../../client/view-as.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

/** Asks why before the books of a customer open; they can read the answer. */
export function ViewWithReason({
  person,
  onClose,
}: {
  readonly person: FoundPerson
  readonly onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => viewAs(person.id, { reason }),
  })
  const refusal = error === null ? undefined : toApiError(error)
  return (
    <Dialog isOpen onClose={onClose} title={`View as ${person.name}`}>
      <Form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <p className="text-ink-2">
          You see what they see, for an hour at most. They are told, and can read your reason and every page
          that you open.
        </p>
        <Field label="Reason" error={refusal?.fields['reason'] ?? refusal?.message}>
          <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={isPending}>
            View as customer
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
