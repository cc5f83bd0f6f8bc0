import type { Comparison } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { isRounded, ROUNDED_ONE_BY_ONE } from '../../ui/format/rounded-sums.ts'
import { Select } from '../../ui/Select.tsx'
import { useIsMobile } from '../../ui/use-media.ts'
import { Gain, Money } from '../../ui/Values.tsx'
import { longTerm } from '../../ui/format/long-term.ts'

/** The causes of a year's change, a line for each; they add up to the last line, and choosing one narrows the rows. */
export function CauseTable({
  comparison,
  year,
  selected,
  onYear,
  onCause,
}: {
  comparison: Comparison
  year: number
  selected: number | undefined
  onYear: (year: number) => void
  onCause: (cause: number | undefined) => void
}) {
  const { currency } = comparison
  const total = comparison.years.find((one) => one.year === year)
  const causes = comparison.causes.flatMap(({ n, label, years }) => {
    const change = years.find((one) => one.year === year)
    return change === undefined ? [] : [{ n, label, change }]
  })
  // Few histories give anything away.
  const hasDeduction = [...causes.map(({ change }) => change), ...(total === undefined ? [] : [total])].some(
    ({ deduction }) => !isZero(readAmount(deduction)),
  )
  // The sum of several rows can differ from the sum of the rounded amounts that they show.
  const isRoundedSum =
    total !== undefined &&
    total.rows > 1 &&
    [total, ...causes.map(({ change }) => change)].some(({ gain, short, income, deduction }) =>
      [gain, short, income, deduction].some((amount) => isRounded(amount, currency)),
    )
  const isMobile = useIsMobile()
  const cell = 'px-4 py-2 text-right tabular-nums'
  const choose = (n: number, label: string) => (
    <button
      type="button"
      aria-pressed={n === selected}
      className="text-left font-medium text-accent underline decoration-1 underline-offset-2 pointer-coarse:min-h-11"
      onClick={() => onCause(n === selected ? undefined : n)}
    >
      {label}
    </button>
  )
  return (
    <Card
      title="What changed"
      flush
      actions={
        <Select
          small
          aria-label="Tax year"
          className="w-28"
          value={year}
          onChange={(event) => onYear(parseInt(event.target.value, 10))}
        >
          {comparison.years.toReversed().map((one) => (
            <option key={one.year} value={one.year}>
              {one.year}
            </option>
          ))}
        </Select>
      }
    >
      {isMobile ? (
        <ul aria-label={`What changed ${year.toString()}, by cause`} className="divide-y divide-line">
          {causes.map(({ n, label, change }) => (
            <li key={n} className={cx('grid gap-1 px-4 py-3', n === selected && 'bg-accent-soft')}>
              {choose(n, label)}
              <MovedFacts change={change} currency={currency} hasDeduction={hasDeduction} />
            </li>
          ))}
          {total !== undefined && (
            <li className={cx('grid gap-1 bg-sunken px-4 py-3', !isRoundedSum && 'rounded-b-card')}>
              <span className="font-semibold">{year} total</span>
              <MovedFacts change={total} currency={currency} hasDeduction={hasDeduction} />
            </li>
          )}
        </ul>
      ) : (
        <div
          role="region"
          aria-label="Causes"
          // Scrolls by keyboard where it is wider than its card.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="overflow-x-auto"
        >
          <table className="w-full text-table">
            <caption className="sr-only">What changed {year}, by cause</caption>
            <thead>
              <tr className="border-b border-line text-ink-2">
                <th scope="col" className="px-4 py-2 text-left font-medium">
                  Cause
                </th>
                {[
                  'Gain',
                  'Short-term',
                  'Long-term',
                  'Income',
                  ...(hasDeduction ? ['Donation deduction'] : []),
                  'Rows',
                ].map((head) => (
                  <th key={head} scope="col" className={cx(cell, 'font-medium')}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {causes.map(({ n, label, change }) => (
                <tr key={n} className={cx('border-b border-line', n === selected && 'bg-accent-soft')}>
                  <th scope="row" className="px-4 py-2 text-left font-normal">
                    {choose(n, label)}
                  </th>
                  <Moved change={change} currency={currency} hasDeduction={hasDeduction} className={cell} />
                </tr>
              ))}
            </tbody>
            {total !== undefined && (
              <tfoot>
                <tr className="bg-sunken font-semibold">
                  <th scope="row" className="px-4 py-2 text-left">
                    {year} total
                  </th>
                  <Moved change={total} currency={currency} hasDeduction={hasDeduction} className={cell} />
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
      {isRoundedSum && (
        <p className="border-t border-line px-4 py-3 text-table text-ink-2">{ROUNDED_ONE_BY_ONE}</p>
      )}
    </Card>
  )
}

interface MovedProps {
  readonly change: Comparison['years'][number]
  readonly currency: string
  readonly hasDeduction: boolean
}

/** The figures of a cause one under the other, where a table of them has no room. */
function MovedFacts({ change, currency, hasDeduction }: MovedProps) {
  return (
    <Facts>
      <FactRow name="Gain" isStrong>
        <Gain amount={change.gain} currency={currency} />
      </FactRow>
      <FactRow name="Short-term">
        <Gain amount={change.short} currency={currency} />
      </FactRow>
      <FactRow name="Long-term">
        <Gain amount={longTerm(change)} currency={currency} />
      </FactRow>
      <FactRow name="Income">
        <Money amount={change.income} currency={currency} signed />
      </FactRow>
      {hasDeduction && (
        <FactRow name="Donation deduction">
          <Money amount={change.deduction} currency={currency} signed />
        </FactRow>
      )}
      <FactRow name="Rows">{change.rows.toLocaleString()}</FactRow>
    </Facts>
  )
}

function Moved({ change, currency, hasDeduction, className }: MovedProps & { readonly className: string }) {
  return (
    <>
      {[change.gain, change.short, longTerm(change)].map((amount, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the columns are fixed
        <td key={at} className={className}>
          <Gain amount={amount} currency={currency} />
        </td>
      ))}
      <td className={className}>
        <Money amount={change.income} currency={currency} signed />
      </td>
      {hasDeduction && (
        <td className={className}>
          <Money amount={change.deduction} currency={currency} signed />
        </td>
      )}
      <td className={className}>{change.rows.toLocaleString()}</td>
    </>
  )
}
