import { Check, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Plan, PlanOffer } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { useIsMobile } from '../../ui/use-media.ts'
import { dollars, shortDollars } from './money-of-cents.ts'
import { countedOf, isUpgrade, limitWords } from './plan-words.ts'
import { FREE, PAID, Points } from './PlanPoints.tsx'
import { useBuyPlan } from './use-buy-plan.ts'

export interface PlanTableProps {
  readonly offer: PlanOffer
  readonly callUrl: string | undefined
  readonly isReadOnly: boolean
}

/** The plans beside each other for a customer's year, each with the way to choose it. */
export function PlanTable({ offer, callUrl, isReadOnly }: PlanTableProps) {
  const { plans, year, payments } = offer
  const { mutate, isPending, variables } = useBuyPlan(year.tax_year, callUrl, () => {})
  return (
    <ComparedPlans
      plans={plans}
      payments={payments}
      needed={offer.is_counted ? { plan: year.needed_plan_id, year: year.tax_year } : undefined}
      way={(plan) => (
        <Way
          plan={plan}
          offer={offer}
          busy={isPending && variables === plan.id}
          isReadOnly={isReadOnly}
          onChoose={() => mutate(plan.id)}
        />
      )}
    />
  )
}

export interface ComparedPlansProps {
  readonly plans: readonly Plan[]
  readonly payments: PlanOffer['payments']
  /** The plan that a year needs, where that is known. */
  readonly needed?: { readonly plan: string; readonly year: number } | undefined
  readonly way: (plan: Plan) => ReactNode
}

/** The plans beside each other. All do everything; they differ in one line. */
export function ComparedPlans({ plans, payments, needed, way }: ComparedPlansProps) {
  const isMobile = useIsMobile()
  const isNeeded = ({ id }: Plan) => id === needed?.plan
  const paidTitle = payments === 'none' ? 'What a plan would cover' : 'What a plan covers'
  const head = (plan: Plan) => (
    <>
      <span className="flex flex-wrap items-center gap-2 text-lead font-semibold">
        {plan.name}
        {isNeeded(plan) && (
          <span className="rounded-full bg-accent-soft px-2 py-0.5 text-caption font-medium text-accent">
            What {needed?.year} needs
          </span>
        )}
      </span>
      <span className="block text-hero font-semibold tracking-tight">{shortDollars(plan.price_cents)}</span>
      <span className="block text-table text-ink-2">{limitWords(plan)}</span>
      {way(plan)}
    </>
  )
  return (
    <Card flush className="overflow-clip">
      <div className="px-card pt-5 pb-2 md:pt-6">
        <h2 className="text-h2 font-semibold">Every plan does everything</h2>
        <p className="text-ink-2">They differ in the one line that is marked.</p>
      </div>
      {isMobile ? (
        <>
          <ul className="grid gap-3 px-card py-4">
            {plans.map((plan) => (
              <li
                key={plan.id}
                className={cx(
                  'rounded-card border p-4',
                  isNeeded(plan) ? 'border-accent ring-1 ring-accent' : 'border-line',
                )}
              >
                {head(plan)}
              </li>
            ))}
          </ul>
          <div className="grid gap-5 border-t border-line px-card py-4">
            <Points title="Always free" points={['Accounts, imports, history', ...FREE]} />
            <Points title={paidTitle} points={PAID} />
            <p className="text-table text-ink-2">
              In no plan: sending the return to the IRS (you file with your program or your accountant), and
              renewal without being asked.
            </p>
          </div>
        </>
      ) : (
        <table className="w-full table-fixed text-left text-table">
          <thead>
            <tr>
              <th scope="col" className="w-[30%]">
                <span className="sr-only">What a plan has</span>
              </th>
              {plans.map((plan) => (
                <th
                  key={plan.id}
                  scope="col"
                  className={cx(
                    'px-4 py-4 align-top font-normal lg:px-5',
                    ofColumn(isNeeded(plan)),
                    isNeeded(plan) && 'border-t-2 border-t-accent',
                  )}
                >
                  {head(plan)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="bg-quiet text-body font-semibold">
              <th scope="row" className="border-t border-rule px-card py-3.5">
                Transactions that count, in the year
                <span className="block text-table font-normal text-ink-2">
                  disposals and receipts of income
                </span>
              </th>
              {plans.map((plan) => (
                <td
                  key={plan.id}
                  className={cx(
                    'border-t border-rule px-4 lg:px-5',
                    ofColumn(isNeeded(plan)),
                    isNeeded(plan) && 'bg-accent-soft text-accent',
                  )}
                >
                  {plan.limit?.toLocaleString() ?? 'no limit'}
                </td>
              ))}
            </tr>
            <Group title="Always free" plans={plans} isNeeded={isNeeded} />
            <Row title="Accounts, imports, history" plans={plans} isNeeded={isNeeded}>
              no limit
            </Row>
            {FREE.map((title) => (
              <Row key={title} title={title} plans={plans} isNeeded={isNeeded}>
                <Yes />
              </Row>
            ))}
            <Group title={paidTitle} plans={plans} isNeeded={isNeeded} />
            {PAID.map((title) => (
              <Row key={title} title={title} plans={plans} isNeeded={isNeeded}>
                <Yes />
              </Row>
            ))}
            <Group title="In no plan" plans={plans} isNeeded={isNeeded} />
            <Row
              title="Sending the return to the IRS"
              detail="you file with your program or your accountant"
              plans={plans}
              isNeeded={isNeeded}
            >
              <span className="text-ink-3">no</span>
            </Row>
            <Row title="Automatic renewal" plans={plans} isNeeded={isNeeded}>
              <span className="text-ink-3">no</span>
            </Row>
          </tbody>
        </table>
      )}
    </Card>
  )
}

const ofColumn = (isNeeded: boolean) => isNeeded && 'border-x border-x-accent'

interface RowProps {
  readonly title: string
  readonly plans: readonly Plan[]
  readonly isNeeded: (plan: Plan) => boolean
}

function Group({ title, plans, isNeeded }: RowProps) {
  return (
    <tr>
      <th scope="row" className="border-t border-rule px-card pt-6 pb-2 font-semibold">
        {title}
      </th>
      {plans.map((plan) => (
        // Empty: its border is that of the column.
        <td
          key={plan.id}
          aria-label={plan.name}
          className={cx('border-t border-rule', ofColumn(isNeeded(plan)))}
        />
      ))}
    </tr>
  )
}

/** A line that is the same in every plan. */
function Row({
  title,
  detail,
  plans,
  isNeeded,
  children,
}: RowProps & { readonly detail?: string; readonly children: ReactNode }) {
  return (
    <tr>
      <th scope="row" className="border-t border-rule px-card py-2.5 font-normal">
        {title}
        {detail !== undefined && <span className="block text-ink-2">{detail}</span>}
      </th>
      {plans.map((plan) => (
        <td key={plan.id} className={cx('border-t border-rule px-4 lg:px-5', ofColumn(isNeeded(plan)))}>
          {children}
        </td>
      ))}
    </tr>
  )
}

function Yes() {
  return (
    <>
      <Check aria-hidden="true" className="size-4 text-gain" />
      <span className="sr-only">Yes</span>
    </>
  )
}

/** The standing of a plan for the year (had, covered, too small), or the button that chooses it for its price. */
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
  if (plan.id === year.plan_id) return <Standing isHad>Yours for {year.tax_year}</Standing>
  if (due === null)
    return plan.limit !== null && plan.limit < countedOf(year) ? (
      <Standing>Too small for {year.tax_year}</Standing>
    ) : (
      <Standing>Included in the plan of {year.tax_year}</Standing>
    )
  if (plan.price_cents === 0)
    return offer.is_counted ? (
      <Standing isHad>Covers {year.tax_year}</Standing>
    ) : (
      <Standing>Included automatically</Standing>
    )
  const price = payments === 'none' ? 0 : due
  return (
    <span className="mt-3 block">
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
    </span>
  )
}

function Standing({ isHad = false, children }: { readonly isHad?: boolean; readonly children: ReactNode }) {
  return (
    <span className="mt-3 flex min-h-8 items-center gap-1.5 text-table text-ink-2">
      {isHad && <CircleCheck aria-hidden="true" className="size-3.5 shrink-0 text-gain" />}
      <span>{children}</span>
    </span>
  )
}
