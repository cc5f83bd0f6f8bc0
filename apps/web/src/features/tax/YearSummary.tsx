import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type OneYear, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { landingYear } from './landing-year.ts'
import { useTaxDetails } from '../../client/use-tax-details.ts'
import { YearFigures } from './YearFigures.tsx'

/** The figures of the year that is due, or of the newest in which something happened, with the way to all of them; `missing` where nothing is calculated. */
export function YearSummary({
  missing,
  year: asked,
}: {
  readonly missing: ReactNode
  /** The year that is due where none is asked for. */
  readonly year?: number
}) {
  const { data: status } = useTaxDetails()
  const due = asked ?? status?.tax_year ?? 0
  // Before a calculation there is nothing to ask for.
  const enabled = status !== undefined && status.tax_calculation_id !== null
  const select = (answer: { data: OneYear }) => answer.data
  const ofDue = useQuery(api.tax.oneYear.queryOptions({ input: { year: due }, select, enabled }))
  const year = ofDue.data === undefined ? due : landingYear(ofDue.data, due)
  const { data, error, refetch, isFetching } = useQuery(
    api.tax.oneYear.queryOptions({ input: { year }, select, enabled }),
  )
  if (status?.tax_calculation_id === null) return missing
  if (data !== undefined && ofDue.data !== undefined) {
    return (
      <div className="grid gap-4">
        {data.year !== due && <p className="text-ink-2">There is no activity in {due}.</p>}
        <h2 className="text-h2 font-semibold">{data.year}</h2>
        <YearFigures year={data} />
        <p>
          <ButtonLink look="primary" to={paths.oneYear(data.year)}>
            Results and forms of {data.year}
          </ButtonLink>
        </p>
      </div>
    )
  }
  if (error === null) {
    return (
      <Loading label="the summary">
        <Skeleton className="h-32 w-full" />
      </Loading>
    )
  }
  return (
    <ErrorState
      title="The summary could not be loaded"
      text={toApiError(error).message}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
