import { useQuery } from '@tanstack/react-query'
import type { PlanOffer } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { FREE, PAID, Points } from '../billing/PlanPoints.tsx'
import { dollars } from '../billing/money-of-cents.ts'
import { GoOn } from './GoOn.tsx'
import { StepPage } from './StepPage.tsx'

/** The second step, and the summary of the plan: the year, what counts in it, and what that costs. A plan can be chosen later too. */
export function PlanStep() {
  const subscriptions = useQuery(api.traces.hasSubscriptions.queryOptions())
  const { data, error, refetch } = useQuery(
    laterApi.billing.plans.queryOptions({ input: {}, select: (answer) => answer.data }),
  )
  return (
    <StepPage step={2} title="Plan" summary="What your tax year costs.">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card>
          {data !== undefined ? (
            <div className="grid justify-items-start gap-5">
              <div>
                <h2 className="text-h2 font-semibold">{headOf(data)}</h2>
                <p className="mt-1 max-w-[60ch] text-ink-2">{wordsOf(data)}</p>
              </div>
              <Bill offer={data} hasOthers={subscriptions.data?.subscribed ?? false} />
              <div className="flex flex-wrap gap-2">
                <GoOn />
                <ButtonLink to={`/pricing?callUrl=pricing_summary&taxYear=${data.year.tax_year}`}>
                  See the plans
                </ButtonLink>
              </div>
            </div>
          ) : error === null ? (
            <Loading label="the plan">
              <Skeleton className="h-40 w-full" />
            </Loading>
          ) : (
            <ErrorState
              title="The plan could not be loaded"
              text={`${toApiError(error).message} You can go on without it.`}
              onRetry={() => void refetch()}
            />
          )}
        </Card>
        <Card>
          <div className="grid gap-5">
            <Points title="Free, whatever the year holds" points={FREE} />
            <Points title="What a plan pays for" points={PAID} />
          </div>
        </Card>
      </div>
    </StepPage>
  )
}

const isCovered = ({ year }: PlanOffer) => year.standing === 'active' || year.standing === 'free'

function headOf(offer: PlanOffer): string {
  if (offer.payments === 'none' || (isCovered(offer) && offer.is_counted)) return 'Nothing to pay'
  return offer.is_counted ? 'Pay when you need the forms' : 'Nothing to pay yet'
}

function wordsOf({ payments, is_counted }: PlanOffer): string {
  if (payments === 'none')
    return 'Payments are not set up on this site, so nothing is charged. Importing, reviewing, calculating and every form are free.'
  const free =
    'Importing, reviewing and calculating are free. A plan pays for the forms of one tax year, once.'
  return is_counted ? free : `${free} What yours costs is known after the first calculation.`
}

interface BillProps {
  readonly offer: PlanOffer
  /** Whether any year has a plan. */
  readonly hasOthers: boolean
}

// A calculation says how many rows count; before one, that is not known.
function Bill({ offer, hasOthers }: BillProps) {
  const { year, plans, payments, is_counted } = offer
  const plan = plans.find(({ id }) => id === year.plan_id)
  const needed = plans.find(({ id }) => id === year.needed_plan_id)
  const due = payments === 'none' || isCovered(offer) ? 0 : (year.due[year.needed_plan_id] ?? 0)
  const rows = [
    ['Tax year', year.tax_year.toString()],
    [
      'Disposals and income in it',
      is_counted ? (year.disposals + year.incomes).toLocaleString() : 'Known after calculating',
    ],
    ['Your plan', plan?.name ?? (hasOthers ? 'Covers other years' : 'None')],
    ...(isCovered(offer) || !is_counted ? [] : [['Needed for the forms', needed?.name ?? '']]),
  ] as const
  return (
    <dl className="grid w-full max-w-[440px]">
      {rows.map(([name, value]) => (
        <div key={name} className="flex min-h-8 items-center justify-between gap-4 border-b border-rule py-1">
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
      <div className="flex min-h-10 items-center justify-between gap-4 border-t border-ink-2 font-semibold">
        <dt>To pay</dt>
        <dd className="border-b-[3px] border-double border-ink-2">
          {due === 0
            ? is_counted || payments === 'none'
              ? 'Nothing'
              : 'Known after calculating'
            : dollars(due)}
        </dd>
      </div>
    </dl>
  )
}
