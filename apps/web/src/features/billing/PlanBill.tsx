import type { PlanOffer } from '@lotbook/contract'
import { paths } from '@lotbook/contract'
import { useRouter } from '@tanstack/react-router'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { dollars } from './money-of-cents.ts'
import { countedOf, isUpgrade, planToChoose } from './plan-words.ts'
import { useBuyPlan } from './use-buy-plan.ts'

export interface PlanBillProps {
  readonly offer: PlanOffer
  readonly callUrl: string | undefined
  /** The path that the page was come from. */
  readonly back: string | undefined
  readonly isReadOnly: boolean
}

/** The plan that the year needs and its price now; or that the year is covered. */
export function PlanBill({ offer, callUrl, back, isReadOnly }: PlanBillProps) {
  const { year, plans, payments } = offer
  const router = useRouter()
  const { mutate, isPending } = useBuyPlan(year.tax_year, callUrl, () => {
    if (back !== undefined) router.history.push(back)
  })
  const current = plans.find(({ id }) => id === year.plan_id)
  const wanted = planToChoose(offer)
  if (wanted === undefined) {
    const covering = current ?? plans[0]
    return (
      <Card title={`${year.tax_year} is covered`}>
        <Facts>
          <FactRow name={`Counted in ${year.tax_year}`}>{countedOf(year).toLocaleString()}</FactRow>
          <FactRow name={`${covering?.name} covers`}>
            {covering?.limit?.toLocaleString() ?? 'any number'}
          </FactRow>
          <FactRow name="You pay" isStrong>
            {dollars(0)}
          </FactRow>
        </Facts>
        <p className="mt-4">
          <ButtonLink to={back ?? paths.oneYear(year.tax_year)}>
            {back === undefined ? `Open ${year.tax_year} results` : 'Go back'}
          </ButtonLink>
        </p>
      </Card>
    )
  }
  const due = payments === 'none' ? 0 : (year.due[wanted.id] ?? 0)
  return (
    <Card
      title={`${isUpgrade(year) ? 'Upgrade' : 'Plan for'} ${year.tax_year}${isUpgrade(year) ? ` to ${wanted.name}` : `: ${wanted.name}`}`}
    >
      <Facts>
        <FactRow name={`${wanted.name}, tax year ${year.tax_year}`}>{dollars(wanted.price_cents)}</FactRow>
        {current !== undefined && current.price_cents > 0 && (
          <FactRow name={`${current.name}, paid before`}>{dollars(-current.price_cents)}</FactRow>
        )}
        {payments === 'none' && (
          <FactRow name="Payments are not set up here">{dollars(-(year.due[wanted.id] ?? 0))}</FactRow>
        )}
        <FactRow name="You pay" isStrong>
          {dollars(due)}
        </FactRow>
      </Facts>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <Button
          look="primary"
          busy={isPending}
          disabledReason={isReadOnly ? 'Not available while viewing a client' : undefined}
          onClick={() => mutate(wanted.id)}
        >
          {due === 0 ? `Choose ${wanted.name}` : `${isUpgrade(year) ? 'Upgrade' : 'Pay'} ${dollars(due)}`}
        </Button>
        <span className="text-table text-ink-2">
          {due === 0
            ? 'The choice is recorded, nothing is charged.'
            : `${isUpgrade(year) ? 'The difference only. ' : ''}Nothing renews by itself.`}
        </span>
      </p>
    </Card>
  )
}
