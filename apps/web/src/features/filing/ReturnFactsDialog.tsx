import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FILING_STATUSES, type ReturnFactsInput } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { filingWords } from '../what-if/EstimateFields.tsx'
import { typedAmount } from '../../ui/format/typed-amount.ts'

type AmountField = Exclude<keyof ReturnFactsInput, 'filing_status' | 'totals_on_schedule_d'>

/** The amounts of the form in its order: what each is called, and where a person finds it. */
const AMOUNTS: readonly {
  readonly field: AmountField
  readonly label: (year: number) => string
  readonly hint: (year: number) => string
}[] = [
  {
    field: 'carryover_short',
    label: (year) => `Short-term loss carried over from ${year - 1}`,
    hint: (year) =>
      `Line 6 of Schedule D of ${year}, without a minus sign. Leave it empty to use what Lotbook works out.`,
  },
  {
    field: 'carryover_long',
    label: (year) => `Long-term loss carried over from ${year - 1}`,
    hint: (year) =>
      `Line 14 of Schedule D of ${year}, without a minus sign. Leave it empty to use what Lotbook works out.`,
  },
  {
    field: 'other_short',
    label: () => 'Other short-term gain or loss',
    hint: () =>
      'Net, of stocks, funds and anything else that is no digital asset. Enter a loss with a minus sign.',
  },
  {
    field: 'other_long',
    label: () => 'Other long-term gain or loss',
    hint: () => 'Net, with capital gain distributions. Enter a loss with a minus sign.',
  },
  {
    field: 'taxable_income',
    label: () => 'Taxable income',
    hint: (year) => `Form 1040, line 15. It decides how much of a loss of ${year} is left for ${year + 1}.`,
  },
]

/** The form for the part of a year's return that is no digital asset; its answers are kept with the year. */
export function ReturnFactsDialog({
  year,
  facts,
  onClose,
}: {
  readonly year: number
  readonly facts: ReturnFactsInput
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const [draft, setDraft, forget] = useDraft(`return ${year.toString()}`, typedOf(facts))
  const [isTried, setTried] = useState(false)
  const reload = () =>
    Promise.all(
      [laterApi.taxReturns.key(), api.tax.formTotals.key()].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  const undoing = useMutation(
    laterApi.taxReturns.set.mutationOptions({
      onSuccess: async () => {
        await reload()
        toastDone('Undone')
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  const { mutate, isPending, error } = useMutation(
    laterApi.taxReturns.set.mutationOptions({
      onSuccess: async () => {
        forget()
        await reload()
        toastDone(`The return of ${year.toString()} is saved`, () => undoing.mutate({ year, ...facts }))
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
  return (
    <Dialog isOpen onClose={cancel} title={`The rest of your ${year.toString()} return`} form="sheet">
      <Form
        refused={
          refusal !== undefined && Object.keys(refusal.fields).length === 0 ? refusal.message : undefined
        }
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isPending && Object.keys(mistakes).length === 0) mutate({ year, ...factsOf(draft) })
        }}
      >
        <Field label="Filing status" optional>
          <Select
            value={draft.filing_status}
            onChange={(event) => setDraft({ ...draft, filing_status: event.target.value })}
          >
            <option value="">Not entered</option>
            {FILING_STATUSES.map((one) => (
              <option key={one} value={one}>
                {filingWords[one]}
              </option>
            ))}
          </Select>
        </Field>
        {AMOUNTS.map(({ field, label, hint }) => (
          <Field
            key={field}
            label={label(year)}
            optional
            hint={hint(year)}
            error={(isTried ? mistakes[field] : undefined) ?? refusal?.fields[field]}
          >
            <TextInput
              inputMode="text"
              value={draft[field]}
              onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
            />
          </Field>
        ))}
        <Checkbox
          label="Report sales that need no adjustment as totals on Schedule D"
          hint="Lines 1a and 8a, for sales whose basis was reported to the IRS. They are left off Form 8949, and no statement is attached."
          checked={draft.totals_on_schedule_d === 'yes'}
          onChange={({ target }) => setDraft({ ...draft, totals_on_schedule_d: target.checked ? 'yes' : '' })}
        />
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

type Typed = Record<keyof ReturnFactsInput, string>

const typedOf = (facts: ReturnFactsInput): Typed => ({
  filing_status: facts.filing_status ?? '',
  taxable_income: facts.taxable_income ?? '',
  other_short: facts.other_short ?? '',
  other_long: facts.other_long ?? '',
  carryover_short: facts.carryover_short ?? '',
  carryover_long: facts.carryover_long ?? '',
  totals_on_schedule_d: facts.totals_on_schedule_d ? 'yes' : '',
})

function factsOf(typed: Typed): ReturnFactsInput {
  const amount = (field: AmountField) => typedAmount(typed[field]) ?? null
  return {
    filing_status: FILING_STATUSES.find((one) => one === typed.filing_status) ?? null,
    taxable_income: amount('taxable_income'),
    other_short: amount('other_short'),
    other_long: amount('other_long'),
    carryover_short: amount('carryover_short'),
    carryover_long: amount('carryover_long'),
    totals_on_schedule_d: typed.totals_on_schedule_d === 'yes',
  }
}

function mistakesIn(typed: Typed): Partial<Record<AmountField, string>> {
  const found: Partial<Record<AmountField, string>> = {}
  for (const { field } of AMOUNTS) {
    const amount = typedAmount(typed[field])
    if (amount === undefined) found[field] = 'Enter an amount in dollars and cents, like 1,250.75.'
    else if (field.startsWith('carryover') && amount?.startsWith('-') === true)
      found[field] = 'Enter the loss without a minus sign.'
  }
  return found
}
