import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { GoOn } from './GoOn.tsx'
import { StepPage } from './StepPage.tsx'

/** The second step, and the summary of the plan: the year, what counts, and that nothing is charged where no plans are set up. */
export function PlanStep() {
  const status = useQuery(api.traces.activeYearSubscriptionStatus.queryOptions())
  const subscriptions = useQuery(api.traces.hasSubscriptions.queryOptions())
  const error = status.error ?? subscriptions.error
  return (
    <StepPage step={2} title="Plan" summary="What your tax year costs.">
      <Card>
        {status.data !== undefined && subscriptions.data !== undefined ? (
          <div className="grid justify-items-start gap-5">
            <div>
              <h2 className="text-h2 font-semibold">Nothing to pay</h2>
              <p className="mt-1 max-w-[60ch] text-ink-2">
                This installation has no plans yet, so there is nothing to choose and nothing is charged.
                Importing, reviewing, calculating and every form are free.
              </p>
            </div>
            <Bill status={status.data} isSubscribed={subscriptions.data.subscribed} />
            <GoOn />
          </div>
        ) : error === null ? (
          <Loading label="the plan">
            <Skeleton className="h-40 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="The plan could not be loaded"
            text={`${toApiError(error).message} You can go on without it.`}
            onRetry={() => {
              void status.refetch()
              void subscriptions.refetch()
            }}
          />
        )}
      </Card>
    </StepPage>
  )
}

interface BillProps {
  readonly status: {
    readonly active_tax_year: number
    readonly taxable_count: number
    readonly tax_calculation_id: string | null
    readonly subscription_stat: 'none' | 'active' | 'upgrade_required'
  }
  readonly isSubscribed: boolean
}

// A calculation says how many rows count; before one, that is not known.
function Bill({ status, isSubscribed }: BillProps) {
  const rows = [
    ['Tax year', status.active_tax_year.toString()],
    [
      'Disposals and income in it',
      status.tax_calculation_id === null ? 'Known after calculating' : status.taxable_count.toLocaleString(),
    ],
    [
      'Your plan',
      status.subscription_stat === 'active'
        ? 'Covers this year'
        : isSubscribed
          ? 'Covers other years'
          : 'None',
    ],
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
        <dd className="border-b-[3px] border-double border-ink-2">Nothing</dd>
      </div>
    </dl>
  )
}
