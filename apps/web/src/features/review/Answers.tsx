import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import {
  BANKRUPTCY_FLAG,
  orderFlagIn,
  INCOME_SUB_TYPES,
  missingFields,
  type OptionField,
  type ReviewAnswer,
  type ReviewItem,
  type ReviewOption,
  reviewOptions,
  TOGETHER_OPTIONS,
} from '@lotbook/contract'
import { typeLabel, shortAccount } from '@lotbook/journal'
import { laterApi } from '../../client/later-api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { type ApiError, toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { formatDateTime } from '../../ui/format/format-date-time.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'
import { answerLabel, answerText } from './answer-label.ts'
import { EffectLine } from './EffectLine.tsx'
import { isOfFee } from './is-of-fee.ts'
import { misread } from './misread.ts'
import type { ReviewActions } from './use-review.ts'
import { useEffects } from './use-effects.ts'

/** Values of the filled-in fields. */
export type AnswerValues = Partial<Record<OptionField, string>>

export interface AnswersProps {
  readonly item: ReviewItem
  /** Answers hold for all missing prices of its asset. */
  readonly isTogether: boolean
  readonly currency: string
  readonly actions: ReviewActions
  /** Initial values of the fields, beside those of the item itself. */
  readonly presets?: AnswerValues | undefined
}

/** The ways to settle an item, each with what it would change before it is chosen (N11). */
export function Answers({ item, isTogether, currency, actions, presets }: AnswersProps) {
  const isOut = item.transaction !== null && item.transaction.from !== null
  const flags = item.transaction?.flags ?? []
  const of = { isOfBankruptcy: flags.includes(BANKRUPTCY_FLAG), isOfOrder: orderFlagIn(flags) !== undefined }
  const options = isTogether ? TOGETHER_OPTIONS : reviewOptions(item.code, isOut, of)
  const [{ chosen, values }, setDraft, forget] = useDraft<{ chosen: string; values: AnswerValues }>(
    `answer ${isTogether ? 'all ' : ''}${item.id}`,
    { chosen: '', values: { ...beginning(item), ...presets } },
  )
  const name = useId()
  const isSettled = actions.isSettled(item.id)
  const answers = options.map((option) => answerOf(option, values))
  // Complete answers are worked out before any is chosen; the others as soon as they are filled in.
  const effects = useEffects(
    item.id,
    options.flatMap((option, i) => (missingFields(option, values).length === 0 ? answers[i]! : [])),
    !isSettled,
  )
  const deciding = useMutation({
    mutationFn: (answer: ReviewAnswer) => actions.decide(item.id, answer),
    onSuccess: forget,
    onError: (thrown) => {
      const error = toApiError(thrown)
      if (Object.keys(error.fields).length === 0) toastFailed(error.message)
    },
  })
  if (options.length === 0) return null
  const refusal = deciding.error === null ? undefined : toApiError(deciding.error)

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">How do you want to settle this?</legend>
      {options.map((option, i) => {
        const isChosen = chosen === option.id
        const missing = missingFields(option, values)
        return (
          <div
            key={option.id}
            className="rounded-card border border-line bg-surface has-checked:border-accent has-checked:bg-accent-soft"
          >
            <label className="flex items-start gap-3 p-3">
              <input
                type="radio"
                name={name}
                checked={isChosen}
                onChange={() => {
                  setDraft({ chosen: option.id, values })
                  deciding.reset()
                }}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 grow">
                <span className="block font-medium">{option.title}</span>
                <span className="block text-table text-ink-2">{answerText(option, isOfFee(item))}</span>
                <EffectLine
                  effect={missing.length === 0 ? effects.of(answers[i]!) : undefined}
                  needs={missing}
                  misread={misread(answers[i]!)}
                  lacksValue={option.optional?.includes('value') === true && (values.value ?? '') === ''}
                  currency={currency}
                />
              </span>
            </label>
            {isChosen && (
              <form
                className="grid gap-3 px-3 pb-3"
                onSubmit={(event) => {
                  event.preventDefault()
                  deciding.mutate(answers[i]!)
                }}
              >
                {option.fields.includes('claim') && <UnsettledClaim />}
                {option.fields.map((field) => (
                  <AnswerField
                    key={field}
                    field={field}
                    item={item}
                    isSettled={isSettled}
                    currency={currency}
                    optional={option.optional?.includes(field) === true}
                    value={values[field] ?? ''}
                    error={refusal && refusedOf(refusal, field)}
                    onChange={(value) => setDraft({ chosen, values: { ...values, [field]: value } })}
                  />
                ))}
                <OtherProblem refusal={refusal} fields={option.fields} />
                <div>
                  <Button
                    type="submit"
                    look="primary"
                    busy={deciding.isPending}
                    disabledReason={missing.length === 0 ? undefined : 'fill in what is asked for'}
                  >
                    Save answer
                  </Button>
                </div>
              </form>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

// Both positions are open, and a case that is answered in two ways could not be explained on a return.
function UnsettledClaim() {
  return (
    <p className="text-table text-ink-2">
      The IRS has not said which of the two is right. Decide with your tax preparer, and treat every payment
      in the case the same way. Nothing counts as lost until the case is closed, which you record from the
      account’s menu under Wallets.
    </p>
  )
}

// Problem with none of the fields on screen.
function OtherProblem(props: { refusal: ApiError | undefined; fields: readonly OptionField[] }) {
  const { refusal, fields } = props
  if (refusal === undefined || fields.some((field) => refusedOf(refusal, field) !== undefined)) return null
  return (
    <p role="alert" className="text-table text-danger">
      {Object.values(refusal.fields)[0] ?? refusal.message}
    </p>
  )
}

// A problem with the donor is reported as a field of the gift.
const refusedOf = ({ fields }: ApiError, field: OptionField) => fields[field] ?? fields[`gift.${field}`]

interface AnswerFieldProps {
  readonly field: OptionField
  readonly item: ReviewItem
  readonly isSettled: boolean
  readonly currency: string
  readonly optional: boolean
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function AnswerField(props: AnswerFieldProps) {
  const { field, item, isSettled, currency, optional, value, error, onChange } = props
  const leg = item.transaction?.from ?? item.transaction?.to
  const symbol = field === 'unit_price' ? item.together?.symbol : leg?.symbol
  const label = answerLabel(field, { symbol: symbol ?? '', currency, isOfFee: isOfFee(item) })
  return (
    <Field label={label} error={error} optional={optional} hint={HINTS[field]}>
      {field === 'sub_type' ? (
        <Select value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose</option>
          {INCOME_SUB_TYPES.map((subType) => (
            <option key={subType} value={subType}>
              {typeLabel('incoming', subType)}
            </option>
          ))}
        </Select>
      ) : field === 'departure' ? (
        <Origins item={item} isSettled={isSettled} value={value} onChange={onChange} />
      ) : field === 'claim' ? (
        <Claims item={item} isSettled={isSettled} value={value} onChange={onChange} />
      ) : (
        <TextInput
          type={isDay(field) ? 'date' : 'text'}
          {...(isDay(field) || field === 'note' ? {} : { inputMode: 'decimal' as const })}
          maxLength={field === 'note' ? 2000 : 80}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** What a field that stays empty stands for. */
const HINTS: Partial<Record<OptionField, string>> = {
  claim: 'Leave it as it is for the same coin, from the only account that held enough of it.',
  claim_quantity: 'Leave it empty if it settles as many units of the same coin as you received.',
}

interface OriginsProps extends Pick<AnswerFieldProps, 'item' | 'isSettled' | 'value'> {
  readonly onChange: (id: string) => void
}

function Origins({ item, isSettled, value, onChange }: OriginsProps) {
  const { data } = useQuery({
    ...laterApi.review.origins.queryOptions({ input: { id: item.id } }),
    enabled: !isSettled,
  })
  const symbol = (item.transaction?.from ?? item.transaction?.to)?.symbol ?? ''
  return (
    <Select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{data?.data.length === 0 ? 'Nothing was sent from another account' : 'Choose'}</option>
      {data?.data.map((one) => (
        <option key={one.id} value={one.id}>
          {`${shortAccount(one.account_name)}: ${formatQuantity(one.amount, { ticker: symbol })}, ${formatDateTime(one.at)} UTC`}
        </option>
      ))}
    </Select>
  )
}

/** What accounts held before, each with its units. */
function Claims({ item, isSettled, value, onChange }: OriginsProps) {
  const { data } = useQuery({
    ...laterApi.review.claims.queryOptions({ input: { id: item.id } }),
    enabled: !isSettled,
  })
  return (
    <Select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{data?.data.length === 0 ? 'No account held anything then' : 'The same coin'}</option>
      {data?.data.map(({ id, account_name, symbol, quantity }) => (
        <option key={id} value={id}>
          {`${shortAccount(account_name)}: ${formatQuantity(quantity, { ticker: symbol })}`}
        </option>
      ))}
    </Select>
  )
}

const isDay = (field: OptionField) => field === 'acquired_on' || field === 'donor_acquired'

/** Initial value from the item itself: the missing quantity. */
function beginning({ code, detail }: ReviewItem): AnswerValues {
  const isQuantity = code === 'negative_balance' || code === 'missing_basis'
  return isQuantity && detail !== null ? { quantity: detail.split(' ')[0] ?? '' } : {}
}

/** Answer to send for an option: those of its fields that are filled in. */
function answerOf(option: ReviewOption, values: AnswerValues): ReviewAnswer {
  const given = option.fields.flatMap((field) => {
    const value = values[field]?.trim() ?? ''
    return value === '' ? [] : [[field, value] as const]
  })
  return { option: option.id, ...Object.fromEntries(given) }
}
