import type { MethodComparison as Comparison } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { DateTime, Day } from '../../ui/Values.tsx'
import { MethodBars } from './MethodBars.tsx'
import { MethodCard } from './MethodCard.tsx'
import type { MethodsSearch } from './methods-search.ts'
import { WhyFailed } from '../what-if/RefusedTransaction.tsx'
import { isAtWork } from '../../client/is-at-work.ts'
import { useComparison } from './use-comparison.ts'

/** A year under every method, side by side. */
export function MethodComparison({ year, search }: { year: number; search: MethodsSearch }) {
  const { data, error, refetch, isFetching, compare, isAsking } = useComparison(year, search)
  const ask = (label: string) => (
    <Button look="primary" busy={isAsking} onClick={compare}>
      {label}
    </Button>
  )
  if (data === undefined) {
    return error === null ? (
      <Loading label="the comparison">
        <Skeleton className="h-80 w-full" />
      </Loading>
    ) : (
      <ErrorState
        title="The comparison could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data === null) {
    return (
      <EmptyState
        title={`${year.toString()} has not been compared yet`}
        text="Your whole history through the end of the year is calculated once for each method. Your settings do not change."
        actions={ask('Compare methods')}
      />
    )
  }
  if (isAtWork(data.state)) {
    return (
      <ProgressBar
        label="Comparing methods"
        progress={{ ...data.progress, id: data.id, seq: data.progress.done, state: 'running' }}
        percent={data.percent}
      />
    )
  }
  if (data.state !== 'done') {
    return (
      <ErrorState
        title="The methods could not be compared"
        text={<WhyFailed of={data} />}
        busy={isAsking}
        onRetry={compare}
      />
    )
  }
  return <Compared comparison={data} ask={ask} />
}

function Compared({ comparison, ask }: { comparison: Comparison; ask: (label: string) => React.ReactNode }) {
  const { outcomes, named, finished_at, valued_on, is_current, tax_year, estimate_years } = comparison
  return (
    <div className="grid gap-4">
      {!is_current && (
        <Banner tone="warn" action={ask('Compare again')}>
          Your history or settings have changed since this was compared.
        </Banner>
      )}
      <MethodBars comparison={comparison} />
      {/* Five beside each other where there is room; the one that is in force is outlined. */}
      <ul
        className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5"
        aria-label={`${tax_year.toString()} by method`}
      >
        {outcomes.map((outcome) => (
          <MethodCard key={outcome.method} outcome={outcome} comparison={comparison} />
        ))}
      </ul>
      <div className="grid gap-1 text-table text-ink-2">
        {named > 0 && (
          <p>
            {named.toLocaleString()} {named === 1 ? 'sale keeps the lots' : 'sales keep the lots'} you named,
            under every method.
          </p>
        )}
        <p>
          A method is applied from January 1, {tax_year}; earlier years stay as recorded. What is left is
          valued on <Day day={valued_on} /> where a price is known, and called long-term if it is on January
          1, {tax_year + 1}.
        </p>
        <p>
          {estimate_years.includes(tax_year)
            ? 'The tax is an estimate of the federal income tax, without state tax, credits and carryovers of earlier years.'
            : `There are no tax tables for ${tax_year.toString()} here, so no tax is estimated.`}
        </p>
        {finished_at !== null && (
          <p>
            Compared <DateTime instant={finished_at} zone />.
          </p>
        )}
      </div>
    </div>
  )
}
