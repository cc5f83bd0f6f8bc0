import { Plus } from 'lucide-react'
import { MOST_ADDED_FEES } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { EMPTY_FEE, type FeeDraft, type FeeProblems } from './added-fees.ts'

export interface AddedFeesProps {
  readonly fees: readonly FeeDraft[]
  /** Problems by the place of the fee. */
  readonly problems: readonly FeeProblems[]
  readonly currency: string
  readonly onChange: (fees: readonly FeeDraft[]) => void
}

/** Fees beside the first, as they are being entered: each becomes a transaction of its own. */
export function AddedFees({ fees, problems, currency, onChange }: AddedFeesProps) {
  const set = (place: number, changed: Partial<FeeDraft>) =>
    onChange(fees.map((fee, at) => (at === place ? { ...fee, ...changed } : fee)))
  return (
    <div className="grid gap-3">
      {fees.map((fee, place) => (
        <fieldset
          // A fee has no name before it is saved.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          className="grid gap-3 rounded-card border border-line p-3"
        >
          <legend className="px-1 text-table font-medium">Further fee {place + 1}</legend>
          <div className="grid grid-cols-[3fr_2fr] items-start gap-4">
            <Field label="Amount" error={problems[place]?.amount}>
              <TextInput
                inputMode="decimal"
                autoComplete="off"
                value={fee.amount}
                onChange={({ target }) => set(place, { amount: target.value })}
              />
            </Field>
            <Field label="Currency" error={problems[place]?.asset}>
              <TextInput
                list="assets-known"
                autoComplete="off"
                autoCapitalize="characters"
                value={fee.asset}
                onChange={({ target }) => set(place, { asset: target.value })}
              />
            </Field>
          </div>
          <Field label={`Value in ${currency}`} optional error={problems[place]?.value}>
            <TextInput
              inputMode="decimal"
              autoComplete="off"
              value={fee.value}
              onChange={({ target }) => set(place, { value: target.value })}
            />
          </Field>
          <div>
            <Button size="small" onClick={() => onChange(fees.filter((_, at) => at !== place))}>
              Leave out
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="grid justify-items-start gap-1">
        <Button
          size="small"
          icon={<Plus aria-hidden="true" className="size-4" />}
          disabledReason={
            fees.length >= MOST_ADDED_FEES ? 'no more can be added at once: save these first' : undefined
          }
          onClick={() => onChange([...fees, EMPTY_FEE])}
        >
          Add another fee
        </Button>
        {fees.length > 0 && (
          <p className="text-caption text-ink-3">
            A fee in the coin you received was withheld from it. It becomes the first fee, and the current one
            becomes a further fee.
          </p>
        )}
      </div>
    </div>
  )
}
