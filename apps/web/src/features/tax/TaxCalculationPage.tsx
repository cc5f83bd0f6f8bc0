import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { COMPLETION_POLL_MS, type CalculationState, paths, screenMessages } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { isNothingThere, toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { isUnderWay, stageLines } from './calculation-stages.ts'
import { CalculationStages } from './CalculationStages.tsx'
import { landingYear } from './landing-year.ts'
import { RefusedTransaction } from '../what-if/RefusedTransaction.tsx'
import { RestartButton, TaxControl } from './TaxControl.tsx'
import { useTaxCalculation } from '../../client/use-tax-calculation.ts'

/** How far a calculation is. It may be left: the work goes on, and its end is told wherever one is. */
export function TaxCalculationPage() {
  const { traceId } = useSearch({ from: '/signed-in/shell/customer/tax-calculation' })
  const { data, error, refetch, isFetching } = useCalculation(traceId)

  if (traceId === undefined || data === null || (error !== null && isNothingThere(error)))
    return <NoCalculation />
  if (data !== undefined) return <Calculation calculation={data} />
  return (
    <Page title="Tax calculation">
      {error === null ? (
        <Loading label="the calculation">
          <Skeleton className="h-40 w-full" />
        </Loading>
      ) : (
        <ErrorState
          title="The calculation could not be shown"
          text={`${toApiError(error).message} The calculation itself is not affected.`}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  )
}

/** The newest calculation of a trace, asked for every two seconds while it runs; messages come in between. */
function useCalculation(traceId: string | undefined) {
  return useQuery({
    ...api.traces.checkTaxCalculation.queryOptions({ input: { id: traceId ?? '' } }),
    enabled: traceId !== undefined,
    staleTime: 0,
    select: ({ data }) => data,
    refetchInterval: ({ state }) => {
      const calculation = state.data?.data
      return calculation !== undefined && calculation !== null && isUnderWay(calculation)
        ? COMPLETION_POLL_MS
        : false
    },
  })
}

function Calculation({ calculation }: { calculation: CalculationState }) {
  const { start, isStarting } = useTaxCalculation()
  const year = calculation.tax_year
  const { state } = calculation
  useLanding(calculation)

  const hasStopped = state === 'failed' || state === 'cancelled'
  const restart = () => start({ recalculate: true, tax_year: year })
  return (
    <Page
      title={`${hasStopped ? 'Calculation of' : 'Calculating'} ${year.toString()}`}
      summary={
        calculation.started_at !== null && (
          <>
            Started <DateTime instant={calculation.started_at} zone />
          </>
        )
      }
    >
      <Card>
        {hasStopped ? (
          <Stopped calculation={calculation} />
        ) : (
          <div className="grid gap-6">
            <ProgressBar
              label={`Calculating ${year.toString()}`}
              percent={calculation.percent}
              progress={{
                id: calculation.id,
                seq: calculation.percent,
                state: state === 'queued' ? 'waiting' : state,
                ...calculation.progress,
              }}
            />
            <CalculationStages lines={stageLines(calculation)} />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-ink-2">You can leave this page. We'll tell you when it's done.</p>
              <RestartButton busy={isStarting} onRestart={restart}>
                {screenMessages.tax.restart}
              </RestartButton>
            </div>
          </div>
        )}
      </Card>
    </Page>
  )
}

/** Once it is done, on to its results. */
function useLanding({ state, tax_year }: CalculationState): void {
  const router = useRouter()
  // The server's: a clock of a browser may be in another year.
  const dueYear = useStart().billing_history?.current_tax_year ?? tax_year
  const { data, isError } = useQuery(
    api.tax.oneYear.queryOptions({ input: { year: tax_year }, enabled: state === 'done' }),
  )
  const found = data?.data
  useEffect(() => {
    if (state !== 'done' || (found === undefined && !isError)) return
    const year = found === undefined ? tax_year : landingYear(found, dueYear)
    // Replaced, so that going back from the result does not come here and forward again.
    const asked = year === tax_year ? '' : `&asked=${tax_year.toString()}`
    router.history.replace(`${paths.oneYear(year)}${asked}`)
  }, [state, tax_year, dueYear, found, isError, router])
}

function Stopped({ calculation }: { calculation: CalculationState }) {
  const isCancelled = calculation.state === 'cancelled'
  return (
    <div className="grid gap-6">
      <ErrorState
        title={isCancelled ? 'This calculation was stopped' : 'The calculation failed'}
        text={
          <>
            {calculation.reason !== null && <p className="text-ink">{calculation.reason}</p>}
            <RefusedTransaction of={calculation} />
            <p>Nothing was written: your transactions and earlier results are as they were.</p>
          </>
        }
      />
      <CalculationStages lines={stageLines(calculation)} />
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink to={`${paths.transactions}?review=true`}>Review transactions</ButtonLink>
        <TaxControl year={calculation.tax_year} />
      </div>
    </div>
  )
}

function NoCalculation() {
  return (
    <Page title="Tax calculation">
      <Card>
        <EmptyState
          title="No calculation has been started here"
          text="Start one, and this page shows how far it is."
          actions={
            <>
              <TaxControl />
              <ButtonLink to={paths.tax}>Taxes</ButtonLink>
            </>
          }
        />
      </Card>
    </Page>
  )
}
