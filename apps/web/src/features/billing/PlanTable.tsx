import { Check } from 'lucide-react'
import type { Plan, PlanOffer } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { dollars, shortDollars } from './money-of-cents.ts'
import { countedOf, isUpgrade, limitWords } from './plan-words.ts'
import { useBuyPlan } from './use-buy-plan.ts'

export interface PlanTableProps {
  readonly offer: PlanOffer
  readonly callUrl: string | undefined
  readonly isReadOnly: boolean
}

const FREE = [
  'Accounts, imports, history: no limit',
  'Review, with what each answer would change',
  'Calculation, all methods side by side',
  'Every figure opened to its source row',
]
const PAID = [
  'Form 8949, Schedule D, Schedule 1',
  'Files for tax programs',
  'Audit trail and filing packet',
  'The same year again, after a correction',
]

/** The plans beside each other. All do everything; they differ in one line. */
export function PlanTable({ offer, callUrl, isReadOnly }: PlanTableProps) {
  const { plans, year, payments } = offer
  const { mutate, isPending, variables } = useBuyPlan(year.tax_year, callUrl, () => {})
  return (
    <Card title="Every plan does everything. They differ in one line." flush>
      <ul className="grid gap-4 px-card py-4 sm:grid-cols-2 xl:grid-cols-4">
        {plans.map((plan) => (
          <li
            key={plan.id}
            className={cx(
              'grid content-start gap-3 rounded-card border p-4',
              plan.id === year.needed_plan_id ? 'border-accent bg-accent-soft' : 'border-line',
            )}
          >
            <h3 className="text-lead font-semibold">{plan.name}</h3>
            <p className="text-h2">{shortDollars(plan.price_cents)}</p>
            <p className="font-medium">{limitWords(plan)}</p>
            <Way
              plan={plan}
              offer={offer}
              busy={isPending && variables === plan.id}
              isReadOnly={isReadOnly}
              onChoose={() => mutate(plan.id)}
            />
          </li>
        ))}
      </ul>
      <div className="grid gap-6 border-t border-line px-card py-4 md:grid-cols-2">
        <Points title="Free, whatever the year holds" points={FREE} />
        <Points
          title={payments === 'none' ? 'What a plan would pay for' : 'What a plan pays for'}
          points={PAID}
        />
      </div>
      <p className="border-t border-line px-card py-4 text-table text-ink-2">
        In no plan: sending the return to the IRS (you file with your program or your accountant), and renewal
        without being asked.
      </p>
    </Card>
  )
}

function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-2 grid gap-1.5">
        {points.map((point) => (
          <li key={point} className="flex gap-2 text-ink-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-gain" />
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Way(props: {
  readonly plan: Plan
  readonly offer: PlanOffer
  readonly busy: boolean
  readonly isReadOnly: boolean
  readonly onChoose: () => void
}) {
  const { plan, offer, busy, isReadOnly, onChoose } = props
  const { year, payments } = offer
  const due = year.due[plan.id] ?? null
  if (plan.id === year.plan_id) return <p className="text-table text-ink-2">Yours for {year.tax_year}</p>
  if (due === null)
    return (
      <p className="text-table text-ink-2">
        {plan.limit !== null && plan.limit < countedOf(year)
          ? `Too small for ${year.tax_year}`
          : `Included in the plan of ${year.tax_year}`}
      </p>
    )
  if (plan.price_cents === 0) return <p className="text-table text-ink-2">Covers {year.tax_year}</p>
  const price = payments === 'none' ? 0 : due
  return (
    <div>
      <Button
        size="small"
        busy={busy}
        disabledReason={isReadOnly ? 'Not available while viewing a client' : undefined}
        onClick={onChoose}
      >
        {price === 0
          ? `Choose ${plan.name}`
          : `${isUpgrade(year) ? 'Upgrade for' : 'Choose for'} ${dollars(price)}`}
      </Button>
    </div>
  )
}
