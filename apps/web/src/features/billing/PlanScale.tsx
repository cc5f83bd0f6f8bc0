import type { PlanOffer } from '@lotbook/contract'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { limitWords } from './plan-words.ts'
import { shortDollars } from './money-of-cents.ts'

export interface PlanScaleProps {
  readonly offer: PlanOffer
  readonly onChoose: (year: number) => void
}

/** Each year on a scale whose steps are ten times the last, with the limits of the plans as its marks. */
export function PlanScale({ offer: { plans, years, year }, onChoose }: PlanScaleProps) {
  const largest = Math.max(10_000, ...years.map(({ counted }) => counted))
  const shareOf = (count: number) => (Math.log10(Math.max(1, count)) / Math.log10(largest)) * 100
  return (
    <Card title="Where your years stand">
      <p className="text-table text-ink-2">
        Transactions that count. Each step of the scale is ten times the last. Plans:{' '}
        {plans.map((plan) => `${plan.name} ${limitWords(plan)} ${shortDollars(plan.price_cents)}`).join(', ')}
        .
      </p>
      <ul className="mt-4 grid gap-3">
        {years.map(({ tax_year, counted }) => (
          <li key={tax_year} className="grid grid-cols-[3.5rem_minmax(0,1fr)_5rem] items-center gap-3">
            <button
              type="button"
              className={cx(
                'min-h-6 text-left underline-offset-2 hover:underline',
                tax_year === year.tax_year && 'font-semibold',
              )}
              aria-current={tax_year === year.tax_year ? 'true' : undefined}
              onClick={() => onChoose(tax_year)}
            >
              {tax_year}
            </button>
            <span aria-hidden="true" className="relative h-3 rounded-full bg-sunken">
              <span
                className="absolute inset-y-0 left-0 rounded-full bg-accent"
                style={{ width: `${shareOf(counted)}%` }}
              />
              {plans.flatMap(({ id, limit }) =>
                limit === null
                  ? []
                  : [
                      <span
                        key={id}
                        className="absolute -inset-y-1 w-px bg-ink-3"
                        style={{ left: `${shareOf(limit)}%` }}
                      />,
                    ],
              )}
            </span>
            <span className="text-right tabular-nums">{counted.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
