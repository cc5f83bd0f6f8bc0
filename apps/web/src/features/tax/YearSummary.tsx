import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '@lotbook/contract'
import { api } from '../../app/api.ts'
import { toApiError } from '../../app/api-error.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useTaxDetails } from './use-tax-details.ts'
import { YearFigures } from './YearFigures.tsx'

/** The figures of the year that is due, with the way to all of them; `missing` where nothing is calculated. */
export function YearSummary({ missing }: { readonly missing: ReactNode }) {
  const { data: status } = useTaxDetails()
  const year = status?.tax_year ?? 0
  const { data, error, refetch, isFetching } = useQuery({
    ...api.tax.oneYear.queryOptions({ input: { year }, select: (answer) => answer.data }),
    enabled: status !== undefined,
  })
  if (data !== undefined) {
    return (
      <div className="grid gap-4">
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
  const { code, message } = toApiError(error)
  if (code === 'calculation_not_done') return missing
  return (
    <ErrorState
      title="The summary could not be loaded"
      text={message}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
