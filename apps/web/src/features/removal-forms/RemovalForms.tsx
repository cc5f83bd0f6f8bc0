import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { FormRemovalOfYear, OneYear, RemovalsOfYear } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Day, Money } from '../../ui/Values.tsx'
import { entersWords } from './field-words.ts'
import { useRemovalForms } from './use-removal-forms.ts'
import { RemovalFactsDialog } from './RemovalFactsDialog.tsx'

/** The gifts, donations and losses of a year: the form of each, what the forms still need, and a way to enter it. */
export function RemovalForms({ year }: { readonly year: OneYear }) {
  const { data, error, refetch, isFetching } = useRemovalForms(year.year)
  // A year without any has no card; one that is still asked for has none until it is known to need one.
  if (data === undefined ? year.counts.removals === 0 : data.total === 0) return null
  return (
    <Card title="Gifts, donations and losses" id="removals">
      {data !== undefined ? (
        <Found year={year} found={data} />
      ) : error === null ? (
        <Loading label="gifts, donations and losses">
          <Skeleton className="h-44 w-full" />
        </Loading>
      ) : (
        <ErrorState
          title="Gifts, donations and losses could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  )
}

function Found({ year, found }: { readonly year: OneYear; readonly found: RemovalsOfYear }) {
  const [open, setOpen] = useState<string>()
  const { removals, total, gifts, missing, notes, is_filed } = found
  const opened = removals.find(({ transaction_id }) => transaction_id === open)
  return (
    <div className="grid gap-5">
      <Missing lines={missing} />
      <ul aria-label="Gifts, donations and losses" className="divide-y divide-rule border-y border-rule">
        {removals.map((one) => (
          <Removal
            key={one.transaction_id}
            removal={one}
            currency={year.currency}
            onEnter={is_filed ? undefined : () => setOpen(one.transaction_id)}
          />
        ))}
      </ul>
      {total > removals.length && (
        <p className="text-table text-ink-2">
          {removals.length.toLocaleString()} of {total.toLocaleString()} are shown, those with something
          missing first. The PDF and the table have all of them.
        </p>
      )}
      {gifts.length > 0 && <Donees gifts={gifts} currency={year.currency} />}
      <ul aria-label="About these forms" className="grid gap-1.5 text-table text-ink-2">
        {notes.map((note) => (
          <li key={note} className="flex items-start gap-2">
            <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {note}
          </li>
        ))}
      </ul>
      {is_filed && (
        <p className="text-table text-ink-2">
          {year.year} is marked as filed; its gifts, donations and losses stay as filed.
        </p>
      )}
      {opened !== undefined && <RemovalFactsDialog removal={opened} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function Missing({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0)
    return (
      <p className="flex items-start gap-2">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-gain" />
        The forms have everything they ask for.
      </p>
    )
  return (
    <ul aria-label="Missing" className="grid gap-1.5">
      {lines.map((line) => (
        <li key={line} className="flex items-start gap-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
          {line}
        </li>
      ))}
    </ul>
  )
}

/** One of them: what left, its form, its lots with their terms. */
function Removal({
  removal,
  currency,
  onEnter,
}: {
  readonly removal: FormRemovalOfYear
  readonly currency: string
  readonly onEnter: (() => void) | undefined
}) {
  const { label, property, date, form, facts, missing, basis, value, deduction } = removal
  const name = `${label}, ${property}, ${formatDay(date)}`
  return (
    <li className="grid gap-1.5 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <span className="min-w-0 grow basis-56">
          <span className="block font-medium">
            {label} · {property} · <Day day={date} />
          </span>
          <span className="block text-table text-ink-2">
            {[
              form === '' ? 'No form needed for this alone' : form,
              ...(facts.donee === null ? [] : [facts.donee]),
            ].join(' · ')}
          </span>
          {missing.length > 0 && (
            <span className="block text-table text-warn">Missing: {missing.join(', ')}</span>
          )}
        </span>
        {onEnter !== undefined && (
          <Button size="small" onClick={onEnter}>
            {entersWords(removal)}
            <span className="sr-only"> of {name}</span>
          </Button>
        )}
      </div>
      <p className="flex flex-wrap gap-x-4 text-table text-ink-2 tabular-nums">
        <span>
          Cost basis <Money amount={basis} currency={currency} />
        </span>
        <span>
          Value <Money amount={value} currency={currency} />
        </span>
        {removal.kind === 'donation' && (
          <span>
            Deduction <Money amount={deduction} currency={currency} />
          </span>
        )}
        {removal.unreimbursed !== null && (
          <span>
            Not reimbursed <Money amount={removal.unreimbursed} currency={currency} />
          </span>
        )}
      </p>
      <Lots removal={removal} currency={currency} />
    </li>
  )
}

const TERMS = { long: 'Long-term', short: 'Short-term' } as const

function Lots({
  removal: { lots },
  currency,
}: {
  readonly removal: FormRemovalOfYear
  readonly currency: string
}) {
  return (
    <details>
      <summary className="text-table">
        {lots.length === 1 ? 'Its lot' : `Its ${lots.length.toLocaleString()} lots`}
      </summary>
      <ul className="mt-1.5 grid gap-1 text-table tabular-nums">
        {lots.map((lot, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- two lots may read the same
          <li key={n} className="flex flex-wrap gap-x-4">
            <span>
              {lot.quantity} {lot.asset}
            </span>
            <span>
              acquired{' '}
              {lot.acquired === null ? (
                <span className="text-warn">unknown</span>
              ) : (
                <Day day={lot.acquired} />
              )}
            </span>
            <span>{lot.term === null ? 'Term unknown' : TERMS[lot.term]}</span>
            <span className="text-ink-2">
              basis{' '}
              {lot.acquired === null && isZero(readAmount(lot.basis)) ? (
                'unknown'
              ) : (
                <Money amount={lot.basis} currency={currency} />
              )}
            </span>
            <span className="text-ink-2">
              value <Money amount={lot.value} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const RETURNS = {
  needed: 'Form 709 is due',
  not_needed: 'No Form 709 for these',
  open: 'Open whether Form 709 is due',
} as const

function Donees({ gifts, currency }: { readonly gifts: RemovalsOfYear['gifts']; readonly currency: string }) {
  return (
    <section aria-labelledby="donees">
      <h3 id="donees" className="mb-2 font-medium">
        Gifts by donee
      </h3>
      <ul className="grid gap-2">
        {gifts.map((one) => (
          <li key={one.donee ?? ''} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0">
              <span className="block">{one.donee ?? 'Donee not entered'}</span>
              <span className="block text-table text-ink-2">{doneeWords(one, currency)}</span>
            </span>
            <span className="tabular-nums">
              <Money amount={one.value} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function doneeWords(
  { is_spouse, exclusion, over, gift_return, unknown_values }: RemovalsOfYear['gifts'][number],
  currency: string,
): string {
  const money = (amount: string) => formatMoney(amount, { currency })
  const parts = [
    RETURNS[gift_return],
    ...(is_spouse ? ['spouse'] : []),
    ...(exclusion === null
      ? []
      : [
          over === null
            ? `annual exclusion ${money(exclusion)}`
            : `${money(over)} above the annual exclusion of ${money(exclusion)}`,
        ]),
    ...(unknown_values > 0 ? [`${unknown_values.toLocaleString()} without a value`] : []),
  ]
  return parts.join(' · ')
}
