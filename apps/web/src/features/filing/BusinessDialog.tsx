import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BusinessFacts } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { typedAmount } from '../../ui/format/typed-amount.ts'

const FIELDS = [
  {
    field: 'business_expenses',
    label: 'Business expenses',
    hint: 'Schedule C, line 28: what it cost you to earn the income on line 1, such as power and equipment for mining.',
  },
  {
    field: 'other_wages',
    label: 'Other wages',
    hint: 'From Forms W-2, without the income listed here. They use up the Social Security base before your business does.',
  },
] as const

/** The form for what the tax on a business hangs on beside its income; its answers are kept with the year. */
export function BusinessDialog({
  year,
  facts,
  onClose,
}: {
  readonly year: number
  readonly facts: BusinessFacts
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const [draft, setDraft, forget] = useDraft(`business ${year.toString()}`, {
    business_expenses: facts.business_expenses ?? '',
    other_wages: facts.other_wages ?? '',
  })
  const [isTried, setTried] = useState(false)
  const cancel = () => {
    forget()
    onClose()
  }
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: laterApi.taxReturns.key() }),
      client.invalidateQueries({ queryKey: laterApi.estimates.key() }),
    ])
  const undoing = useMutation(
    laterApi.taxReturns.setBusiness.mutationOptions({
      onSuccess: async () => {
        await reload()
        toastDone('Undone')
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  const { mutate, isPending, error } = useMutation(
    laterApi.taxReturns.setBusiness.mutationOptions({
      onSuccess: async () => {
        forget()
        await reload()
        toastDone(`Expenses and wages of ${year.toString()} are saved`, () =>
          undoing.mutate({ year, ...facts }),
        )
        onClose()
      },
    }),
  )
  const refusal = error === null ? undefined : toApiError(error)
  const amountOf = (field: keyof BusinessFacts) => typedAmount(draft[field])
  const isWrong = (field: keyof BusinessFacts) =>
    amountOf(field) === undefined || amountOf(field)?.startsWith('-') === true
  return (
    <Dialog isOpen onClose={cancel} title={`Expenses and wages, ${year.toString()}`} form="sheet">
      <Form
        refused={
          refusal !== undefined && Object.keys(refusal.fields).length === 0 ? refusal.message : undefined
        }
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isPending && !FIELDS.some(({ field }) => isWrong(field)))
            mutate({
              year,
              business_expenses: amountOf('business_expenses') ?? null,
              other_wages: amountOf('other_wages') ?? null,
            })
        }}
      >
        {FIELDS.map(({ field, label, hint }) => (
          <Field
            key={field}
            label={label}
            optional
            hint={hint}
            error={
              isTried && isWrong(field)
                ? 'Enter an amount in dollars and cents, like 1,250.75, without a minus sign.'
                : refusal?.fields[field]
            }
          >
            <TextInput
              inputMode="decimal"
              value={draft[field]}
              onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
            />
          </Field>
        ))}
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
