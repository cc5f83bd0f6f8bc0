import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentFacts } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { factsOf, mistakesIn, typedOf, type TypedPayments } from './typed-payments.ts'

const AMOUNTS: readonly {
  readonly field: Exclude<keyof TypedPayments, 'payments'>
  readonly label: (year: number) => string
  readonly hint: string
}[] = [
  {
    field: 'prior_tax',
    label: (year) => `Total tax of ${year - 1}`,
    hint: 'Form 1040, line 24. Enter 0 if there was none.',
  },
  {
    field: 'prior_agi',
    label: (year) => `Adjusted gross income of ${year - 1}`,
    hint: 'Form 1040, line 11. It decides between 100% and 110% of the tax.',
  },
  {
    field: 'withholding',
    label: (year) => `Withholding for all of ${year}`,
    hint: 'From wages and anything else, as you expect it by the end of the year.',
  },
]

/** The form for what a person pays during a year; its answers are kept with the year. */
export function PaymentsDialog({
  year,
  facts,
  onClose,
}: {
  readonly year: number
  readonly facts: PaymentFacts
  readonly onClose: () => void
}) {
  const [draft, setDraft, forget] = useDraft(`payments ${year.toString()}`, typedOf(facts))
  const [isTried, setTried] = useState(false)
  const { save, isSaving, refusal } = useSavePayments(year, facts, () => {
    forget()
    onClose()
  })
  const mistakes = mistakesIn(draft, year)
  const shown = { ...refusal?.fields, ...(isTried ? mistakes : {}) }
  const cancel = () => {
    forget()
    onClose()
  }
  return (
    <Dialog isOpen onClose={cancel} title={`Payments for ${year.toString()}`} form="sheet">
      <Form
        refused={
          refusal !== undefined && Object.keys(refusal.fields).length === 0 ? refusal.message : undefined
        }
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isSaving && Object.keys(mistakes).length === 0) save(factsOf(draft))
        }}
      >
        {AMOUNTS.map(({ field, label, hint }) => (
          <Field key={field} label={label(year)} optional hint={hint} error={shown[field]}>
            <TextInput
              inputMode="decimal"
              value={draft[field]}
              onChange={({ target }) => setDraft({ ...draft, [field]: target.value })}
            />
          </Field>
        ))}
        <PaymentRows draft={draft} errors={shown} onChange={setDraft} />
        <div className="flex justify-end gap-2">
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" type="submit" busy={isSaving}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

function PaymentRows({
  draft,
  errors,
  onChange,
}: {
  readonly draft: TypedPayments
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (draft: TypedPayments) => void
}) {
  const change = (at: number, changed: Partial<TypedPayments['payments'][number]>) =>
    onChange({
      ...draft,
      payments: draft.payments.map((one, n) => (n === at ? { ...one, ...changed } : one)),
    })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">Payments on Form 1040-ES</legend>
      {draft.payments.map((payment, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no name but their place
        <div key={n} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
          <Field label="Paid on" error={errors[`payments.${n}.paid_on`]}>
            <TextInput
              type="date"
              value={payment.paid_on}
              onChange={({ target }) => change(n, { paid_on: target.value })}
            />
          </Field>
          <Field label="Amount" error={errors[`payments.${n}.amount`]}>
            <TextInput
              inputMode="decimal"
              value={payment.amount}
              onChange={({ target }) => change(n, { amount: target.value })}
            />
          </Field>
          <Button onClick={() => onChange({ ...draft, payments: draft.payments.toSpliced(n, 1) })}>
            Remove<span className="sr-only"> payment {n + 1}</span>
          </Button>
        </div>
      ))}
      <div>
        <Button
          onClick={() => onChange({ ...draft, payments: [...draft.payments, { paid_on: '', amount: '' }] })}
        >
          Add a payment
        </Button>
      </div>
    </fieldset>
  )
}

/** Saves what is paid; the toast takes it back. */
function useSavePayments(year: number, before: PaymentFacts, onSaved: () => void) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: laterApi.taxReturns.key() })
  const undo = useMutation(laterApi.taxReturns.setPayments.mutationOptions({ onSuccess: refresh }))
  const { mutate, isPending, error } = useMutation(
    laterApi.taxReturns.setPayments.mutationOptions({
      onSuccess: async () => {
        await refresh()
        toastDone(`Payments for ${year.toString()} are saved`, () => undo.mutate({ year, ...before }))
        onSaved()
      },
    }),
  )
  return {
    save: (facts: PaymentFacts) => mutate({ year, ...facts }),
    isSaving: isPending,
    refusal: error === null ? undefined : toApiError(error),
  }
}
