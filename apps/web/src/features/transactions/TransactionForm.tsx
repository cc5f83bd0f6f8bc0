import { useEffect, useState } from 'react'
import { type UseFormRegister, useForm, useWatch } from 'react-hook-form'
import { TRANSACTION_TYPES, typeLabel } from '@lotbook/journal'
import type { TransactionDetail } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { forgetDraft, keepDraft, readDraft } from '../../client/draft.ts'
import { useDraft, useDraftKey } from '../../client/use-draft.ts'
import { useStart } from '../../client/start.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { formatMoney } from '../../ui/format/format-money.ts'
import { Select } from '../../ui/Select.tsx'
import { Textarea, TextInput } from '../../ui/TextInput.tsx'
import {
  type EditValues,
  editOf,
  isOwnValue,
  problemsIn,
  sidesShown,
  subTypesOf,
  turnedSides,
  typeFrom,
  valuesOf,
} from './edit-values.ts'
import { PriceLookup } from '../prices/PriceLookup.tsx'
import { type FeeProblems, type FeeDraft, addedFeesOf, problemsOfFee } from './added-fees.ts'
import { AddedFees } from './AddedFees.tsx'
import { fieldOfRefusal } from './field-of-refusal.ts'
import { originWords } from './transaction-words.ts'
import type { Corrections } from './use-corrections.ts'
import { useFacets } from './use-transactions.ts'

export interface TransactionFormProps {
  readonly detail: TransactionDetail
  readonly corrections: Corrections
  readonly onDone: () => void
}

const FIRST_SUB_TYPE: Readonly<Record<string, string>> = {
  incoming: 'received',
  outgoing: 'sent',
  nft: 'receive',
}

/** Correct a transaction. Only what is changed is sent, laid over what was imported; it can be undone. */
export function TransactionForm({ detail, corrections, onDone }: TransactionFormProps) {
  const { setting } = useStart()
  const { data: facets } = useFacets()
  const assets = facets?.assets ?? []
  const [{ before, version, theirs }, setSeen] = useState<Seen>(() => ({
    before: valuesOf(detail),
    version: detail.version,
    theirs: [],
  }))
  const draft = useDraftKey(`transaction ${detail.id}`)
  const { register, handleSubmit, setError, setValue, setFocus, control, formState, subscribe, getValues } =
    useForm<EditValues>({ defaultValues: { ...before, ...readDraft(draft, before) } })
  useEffect(
    () =>
      subscribe({
        formState: { values: true }, // Told of the form itself it has no values yet.
        callback: ({ name, values }) => {
          if (name !== undefined) keepDraft(draft, before, values)
        },
      }),
    [subscribe, draft, before],
  )
  const [{ fees }, setFees, forgetFees] = useDraft<{ fees: readonly FeeDraft[] }>(`fees ${detail.id}`, {
    fees: [],
  })
  const [feeProblems, setFeeProblems] = useState<readonly FeeProblems[]>([])
  const leave = () => {
    forgetDraft(draft)
    forgetFees()
    onDone()
  }
  const { errors, isSubmitting } = formState
  const [type, subType, at, arrived, left] = useWatch({
    control,
    name: ['type', 'sub_type', 'at', 'to_asset', 'from_asset'],
  })
  const ticker = [arrived, left].find((asset) => asset !== '' && asset !== setting.tax_currency) ?? ''
  const subTypes = subTypesOf(type, subType)
  const shown = sidesShown(before, { type, sub_type: subType })
  useEffect(() => setFocus('type'), [setFocus])
  const turnTo = (type: EditValues['type'], sub_type: string) => {
    const turned = turnedSides(getValues(), { type, sub_type })
    for (const [name, text] of Object.entries(turned ?? {})) setValue(name as keyof EditValues, text)
  }

  // Fields that the person did not change take the newest value; the others stay, with the newest value beside them.
  const meet = (newest: TransactionDetail) => {
    const now = valuesOf(newest)
    const moved = fieldsOf(now).filter((field) => now[field] !== before[field])
    const typed = getValues()
    const clashes = moved.filter((field) => typed[field] !== before[field] && typed[field] !== now[field])
    for (const field of moved) if (typed[field] === before[field]) setValue(field, now[field])
    setSeen({
      before: now,
      version: newest.version,
      theirs: clashes.map((field) => `${FIELD_NAMES[field]} is ${shownValue(now[field])}`),
    })
    setError('root', { message: CHANGED_ELSEWHERE })
  }

  const submit = handleSubmit(async (values) => {
    const problems = Object.entries(problemsIn(before, values)) as [keyof EditValues, string][]
    for (const [at, [name, message]] of problems.entries()) {
      setError(name, { message }, { shouldFocus: at === 0 })
    }
    const wrongFees = fees.map(problemsOfFee)
    setFeeProblems(wrongFees)
    if (problems.length > 0 || wrongFees.some((wrong) => Object.keys(wrong).length > 0)) return
    const added_fees = addedFeesOf(fees, assets)
    // The form means the asset that the transaction has, if several share its ticker.
    const own = [detail.from, detail.to, detail.fee].flatMap((leg) => leg ?? [])
    const corrected = editOf(before, values, [...own, ...assets])
    const edit = added_fees === undefined ? corrected : { ...corrected, added_fees }
    if (edit === undefined) {
      setError('root', { message: 'Nothing has been changed yet.' })
      return
    }
    try {
      await corrections.save(detail.id, edit, version)
      leave()
    } catch (thrown) {
      const { code, fields, message } = toApiError(thrown)
      if (code === 'changed_elsewhere') return meet(await corrections.newest(detail.id))
      const refused = Object.entries(fields).map(([name, text]) => [fieldOfRefusal(name), text] as const)
      for (const [at, [name, text]] of refused.entries()) {
        setError(name ?? 'root', { message: text }, { shouldFocus: at === 0 })
      }
      if (refused.length === 0) setError('root', { message })
    }
  })

  return (
    <Form onSubmit={(event) => void submit(event)} refused={errors.root?.message}>
      {theirs.length > 0 && <Theirs theirs={theirs} onTake={leave} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Type" error={errors.type?.message}>
          <Select
            {...register('type', {
              onChange: ({ target }: { target: { value: string } }) => {
                const chosen = typeFrom(target.value)
                const first = FIRST_SUB_TYPE[chosen] ?? ''
                setValue('sub_type', first)
                turnTo(chosen, first)
              },
            })}
          >
            {TRANSACTION_TYPES.map((one) => (
              <option key={one} value={one}>
                {typeLabel(one, null)}
              </option>
            ))}
          </Select>
        </Field>
        {subTypes.length > 0 && (
          <Field label="Sub type" error={errors.sub_type?.message}>
            {/* The list of another type is another list. */}
            <Select
              key={type}
              {...register('sub_type', {
                onChange: ({ target }: { target: { value: string } }) => turnTo(type, target.value),
              })}
            >
              {subTypes.map((one) => (
                <option key={one} value={one}>
                  {typeLabel(type, one)}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      <Field label="Date (UTC)" error={errors.at?.message}>
        <TextInput type="datetime-local" step={before.at.includes('.') ? '0.001' : '1'} {...register('at')} />
      </Field>
      {shown.from && <AmountFields side="from" name="Out" register={register} errors={errors} />}
      {shown.to && <AmountFields side="to" name="In" register={register} errors={errors} />}
      <AmountFields side="fee" name="Fee" register={register} errors={errors} />
      {detail.paid_for === null && (
        <AddedFees
          fees={fees}
          problems={feeProblems}
          currency={setting.tax_currency}
          onChange={(next) => {
            setFeeProblems([])
            setFees({ fees: next })
          }}
        />
      )}
      <datalist id="assets-known">
        {assets.slice(0, 200).map(({ asset, symbol }) => (
          <option key={asset} value={symbol}>
            {symbol}
          </option>
        ))}
      </datalist>
      <Field
        label={`Value in ${setting.tax_currency}`}
        optional
        error={errors.value?.message}
        hint={valueHint(detail)}
      >
        <TextInput inputMode="decimal" autoComplete="off" {...register('value')} />
      </Field>
      {ticker !== '' && (
        <PriceLookup
          key={`${ticker} ${at}`}
          code={ticker}
          assetId={[detail.to, detail.from].find((leg) => leg?.symbol === ticker)?.asset}
          at={at}
        />
      )}
      {subType === 'gift_received' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Donor's cost"
            optional
            error={errors.donor_basis?.message}
            hint={`What the donor paid, in ${setting.tax_currency}`}
          >
            <TextInput inputMode="decimal" autoComplete="off" {...register('donor_basis')} />
          </Field>
          <Field label="Donor acquired it on" optional error={errors.donor_acquired?.message}>
            <TextInput type="date" {...register('donor_acquired')} />
          </Field>
        </div>
      )}
      <Field label="Comment" optional error={errors.comment?.message}>
        <Textarea rows={2} maxLength={2000} {...register('comment')} />
      </Field>
      <Checkbox
        label="Ignore this transaction"
        hint="It stays in the list but is not counted."
        {...register('is_ignored')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={leave}>Cancel</Button>
        <Button type="submit" look="primary" busy={isSubmitting}>
          Save
        </Button>
      </div>
    </Form>
  )
}

/** The version that the form was filled from, and the fields that have changed elsewhere since. */
interface Seen {
  readonly before: EditValues
  readonly version: string
  readonly theirs: readonly string[]
}

const CHANGED_ELSEWHERE =
  'This transaction was changed elsewhere while you edited it. What you typed is still here: check it, then save.'

const FIELD_NAMES: Readonly<Record<keyof EditValues, string>> = {
  type: 'Type',
  sub_type: 'Sub type',
  at: 'Date (UTC)',
  from_amount: 'Out amount',
  from_asset: 'Out currency',
  to_amount: 'In amount',
  to_asset: 'In currency',
  fee_amount: 'Fee amount',
  fee_asset: 'Fee currency',
  value: 'Value',
  donor_basis: "Donor's cost",
  donor_acquired: 'Donor acquired it on',
  comment: 'Comment',
  is_ignored: 'Ignored',
}

function fieldsOf(values: EditValues): (keyof EditValues)[] {
  return Object.keys(values) as (keyof EditValues)[]
}

function shownValue(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === '' ? 'empty' : `“${value}”`
}

function Theirs({ theirs, onTake }: { theirs: readonly string[]; onTake: () => void }) {
  return (
    <div className="grid gap-2 rounded-card border border-line p-3 text-table">
      <p>Now, elsewhere:</p>
      <ul className="list-disc pl-5 break-words">
        {theirs.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <div>
        <Button size="small" onClick={onTake}>
          Discard my changes and show the latest
        </Button>
      </div>
    </div>
  )
}

interface AmountFieldsProps {
  readonly side: 'from' | 'to' | 'fee'
  readonly name: string
  readonly register: UseFormRegister<EditValues>
  readonly errors: Partial<Record<keyof EditValues, { message?: string | undefined }>>
}

// An amount and its currency go together.
function AmountFields({ side, name, register, errors }: AmountFieldsProps) {
  const amount = `${side}_amount` as const
  const asset = `${side}_asset` as const
  return (
    <div className="grid grid-cols-[3fr_2fr] items-start gap-4">
      <Field label={`${name} amount`} error={errors[amount]?.message}>
        <TextInput inputMode="decimal" autoComplete="off" {...register(amount)} />
      </Field>
      <Field label={`${name} currency`} error={errors[asset]?.message}>
        <TextInput list="assets-known" autoComplete="off" autoCapitalize="characters" {...register(asset)} />
      </Field>
    </div>
  )
}

function valueHint(detail: TransactionDetail): string {
  const { value } = detail
  if (value === null) return 'No price is known. What you enter here is used.'
  const now = `${formatMoney(value.amount, { currency: value.currency })}, ${originWords(value.origin)}`
  return isOwnValue(detail) ? `Now ${now}.` : `Now ${now}. What you enter here replaces it.`
}
