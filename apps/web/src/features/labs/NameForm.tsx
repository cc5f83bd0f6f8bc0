import { useState } from 'react'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

/** Asks for the name of a portfolio. What was typed stays where the server refuses it. */
export function NameForm({
  before = '',
  submit,
  onSubmit,
  onClose,
}: {
  readonly before?: string
  readonly submit: string
  readonly onSubmit: (name: string) => Promise<unknown>
  readonly onClose?: () => void
}) {
  const [name, setName] = useState(before)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function send() {
    if (isBusy) return
    if (name.trim() === '') return setError('Enter a name.')
    setBusy(true)
    setError(undefined)
    try {
      await onSubmit(name.trim())
      if (onClose === undefined) setName('')
      else onClose()
    } catch (thrown) {
      const refusal = toApiError(thrown)
      setError(refusal.fields['name'] ?? refusal.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Field label="Name" error={error}>
        <TextInput
          autoComplete="off"
          maxLength={60}
          data-autofocus={onClose !== undefined}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={isBusy}>
          {submit}
        </Button>
        {onClose !== undefined && <Button onClick={onClose}>Cancel</Button>}
      </div>
    </Form>
  )
}
