import type { PlanOffer } from '@lotbook/contract'
import { paths } from '@lotbook/contract'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { Total } from '../../ui/Total.tsx'
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
      <Bill title={offer.is_counted ? `${year.tax_year} is covered` : 'Nothing to pay yet'}>
        <Facts>
          <FactRow name={`Counted in ${year.tax_year}`}>
            {offer.is_counted ? countedOf(year).toLocaleString() : 'Not known yet'}
          </FactRow>
          <FactRow name={`${covering?.name} covers`}>
            {covering?.limit?.toLocaleString() ?? 'any number'}
          </FactRow>
        </Facts>
        {offer.is_counted && <Pay cents={0} />}
        {(offer.is_counted || back !== undefined) && (
          <p className="mt-auto grid">
            <ButtonLink to={back ?? paths.oneYear(year.tax_year)}>
              {back === undefined ? `Open ${year.tax_year} results` : 'Go back'}
            </ButtonLink>
          </p>
        )}
      </Bill>
    )
  }
  const due = payments === 'none' ? 0 : (year.due[wanted.id] ?? 0)
  return (
    <Bill
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
      </Facts>
      <Pay cents={due} />
      <p className="mt-auto grid gap-2.5">
        <Button
          look="primary"
          busy={isPending}
          disabledReason={isReadOnly ? 'Not available while viewing a client' : undefined}
          onClick={() => mutate(wanted.id)}
        >
          {due === 0 ? `Choose ${wanted.name}` : `${isUpgrade(year) ? 'Upgrade' : 'Pay'} ${dollars(due)}`}
        </Button>
        <span className="text-center text-table text-ink-2">
          {due === 0
            ? 'The choice is recorded, nothing is charged.'
            : `${isUpgrade(year) ? 'The difference only. ' : ''}Nothing renews by itself.`}
        </span>
      </p>
    </Bill>
  )
}

function Bill({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 border-line bg-quiet px-card py-6 max-lg:border-t lg:border-l">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Pay({ cents }: { readonly cents: number }) {
  return (
    <p className="mb-5 flex items-end justify-between gap-3 border-t border-ink-2 pt-3 font-medium">
      You pay
      <span className="text-h1 font-semibold">
        <Total>{dollars(cents)}</Total>
      </span>
    </p>
  )
}
