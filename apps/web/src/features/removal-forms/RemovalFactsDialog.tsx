import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormRemovalOfYear } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { fieldWords } from './field-words.ts'
import { factsTyped, isAsked, mistakesIn, type RemovalField, typedFacts } from './typed-facts.ts'

/** The form for what no history says of a gift, a donation or a loss; its answers are kept with the transaction. */
export function RemovalFactsDialog({
  removal,
  onClose,
}: {
  readonly removal: FormRemovalOfYear
  readonly onClose: () => void
}) {
  const { transaction_id, fields, label, property, date } = removal
  const client = useQueryClient()
  const [draft, setDraft, forget] = useDraft(`removal ${transaction_id}`, typedFacts(removal.facts))
  const [isTried, setTried] = useState(false)
  const reload = () => client.invalidateQueries({ queryKey: laterApi.removalForms.key() })
  const undoing = useMutation(
    laterApi.removalForms.set.mutationOptions({
      onSuccess: async () => {
        await reload()
        toastDone('Undone')
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  const { mutate, isPending, error } = useMutation(
    laterApi.removalForms.set.mutationOptions({
      onSuccess: async () => {
        forget()
        await reload()
        toastDone(`${label} of ${property} is saved`, () =>
          undoing.mutate({ year: removal.tax_year, transaction_id, ...removal.facts }),
        )
        onClose()
      },
    }),
  )
  const refusal = error === null ? undefined : toApiError(error)
  const mistakes = mistakesIn(draft)
  const cancel = () => {
    forget()
    onClose()
  }
  const set = (field: RemovalField, value: string) => setDraft({ ...draft, [field]: value })
  return (
    <Dialog isOpen onClose={cancel} title={`${label} of ${property}, ${formatDay(date)}`} form="sheet">
      <Form
        refused={
          refusal !== undefined && Object.keys(refusal.fields).length === 0 ? refusal.message : undefined
        }
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isPending && Object.keys(mistakes).length === 0)
            mutate({ year: removal.tax_year, transaction_id, ...factsTyped(draft, fields) })
        }}
      >
        {fields
          .filter((field) => isAsked(field, draft, fields))
          .map((field) => {
            const { label: name, hint, as, most, none = 'Not entered' } = fieldWords(field, removal)
            return (
              <Field
                key={field}
                label={name}
                optional
                hint={hint}
                error={(isTried ? mistakes[field] : undefined) ?? refusal?.fields[field]}
              >
                {typeof as === 'string' ? (
                  <TextInput
                    type={as === 'day' ? 'date' : 'text'}
                    maxLength={most}
                    value={draft[field]}
                    onChange={({ target }) => set(field, target.value)}
                  />
                ) : (
                  <Select value={draft[field]} onChange={({ target }) => set(field, target.value)}>
                    <option value="">{none}</option>
                    {as.map(([value, text]) => (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            )
          })}
        <div className="flex justify-end gap-2">
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" type="submit" busy={isPending}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
