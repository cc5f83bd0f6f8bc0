import { useQuery } from '@tanstack/react-query'
import { paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { DateTime, Gain } from '../../ui/Values.tsx'
import { differencesOf, type PastCalculation } from '../comparisons/calculation-differences.ts'
import { RefusedTransaction } from '../what-if/RefusedTransaction.tsx'
import { settingsLine } from '../settings/tax-setting-words.ts'

/** The calculations so far, the newest first, and what changed from each to the next. */
export function PreviousCalculations() {
  const { tax_currency: currency } = useStart().setting
  const { data, error, refetch, isFetching } = useQuery(api.tax.calculations.queryOptions())
  if (data === undefined) {
    return error === null ? (
      <Loading label="calculations">
        <div className="px-card py-4">
          <Skeleton className="h-16 w-full" />
        </div>
      </Loading>
    ) : (
      <ErrorState
        title="Your calculations could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data.data.length === 0) {
    return (
      <p className="px-card pt-3 pb-4 text-ink-2">
        None yet. Each calculation is kept here with its settings and result.
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line">
      {data.data.map((calculation, at) => (
        <CalculationLine
          key={calculation.id}
          calculation={calculation}
          older={data.data.slice(at + 1).find(({ state }) => state === 'done')}
          isNewest={data.data.findIndex(({ state }) => state === 'done') === at}
          currency={currency}
        />
      ))}
    </ul>
  )
}

function CalculationLine({
  calculation,
  older,
  isNewest,
  currency,
}: {
  calculation: PastCalculation
  older: PastCalculation | undefined
  isNewest: boolean
  currency: string
}) {
  const { state, tax_year, net_gain, finished_at, settings } = calculation
  const { look, label } = words[state]
  const differences =
    state === 'done' && older !== undefined ? differencesOf(calculation, older, currency) : []
  return (
    <li className="grid gap-1 px-card py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex flex-wrap items-center gap-x-3">
          <StatusBadge look={look} label={label} />
          {finished_at !== null && <DateTime instant={finished_at} zone />}
        </div>
        {net_gain !== null && (
          <span className="font-medium">
            <span className="text-table font-normal text-ink-2">{tax_year} net gain </span>
            <Gain amount={net_gain} currency={currency} />
          </span>
        )}
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-table text-ink-2">
        <span>
          {settingsLine(settings)}
          {differences.length > 0 && <> · {differences.join(' · ')}</>}
          {state === 'done' &&
            older !== undefined &&
            differences.length === 0 &&
            ` · ${tax_year.toString()} as before`}
        </span>
        <span className="flex flex-wrap gap-x-4">
          {state === 'done' && older !== undefined && (
            <LoneLink
              to={`${paths.compareCalculations}?before=${older.id}&after=${calculation.id}&year=${tax_year.toString()}`}
            >
              Compare
            </LoneLink>
          )}
          {state === 'done' && <LoneLink to={paths.manifest(calculation.id)}>Manifest</LoneLink>}
          {isNewest && <LoneLink to={paths.oneYear(tax_year)}>View results</LoneLink>}
        </span>
        {(state === 'queued' || state === 'running') && (
          <LoneLink to={paths.taxCalculation(calculation.trace_id)}>View progress</LoneLink>
        )}
      </div>
      {calculation.reason !== null && <p className="text-table text-danger">{calculation.reason}</p>}
      <RefusedTransaction of={calculation} />
    </li>
  )
}

const words: Record<PastCalculation['state'], { look: StatusLook; label: string }> = {
  queued: { look: 'waiting', label: 'Queued' },
  running: { look: 'running', label: 'Calculating' },
  done: { look: 'done', label: 'Calculated' },
  failed: { look: 'failed', label: 'Failed' },
  cancelled: { look: 'optional', label: 'Stopped' },
}
