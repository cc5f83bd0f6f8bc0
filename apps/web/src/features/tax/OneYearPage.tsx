import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type OneYear, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Card } from '../../ui/Card.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { NothingInYear } from '../transactions/NothingInYear.tsx'
import { TaxControl } from './TaxControl.tsx'
import { useTaxDetails } from '../../client/use-tax-details.ts'
import { YearResults } from './YearResults.tsx'
import { YearSwitch } from './YearSwitch.tsx'
import { isTaxYear } from '../transactions/years-held.ts'

/** The results of one tax year. */
export function OneYearPage() {
  const search = useSearch({ from: '/signed-in/shell/customer/one_year' })
  const { data: status } = useTaxDetails()
  const year = search.year ?? status?.tax_year
  if (year === undefined) {
    return (
      <Page title="Results">
        <ShapeOfResults />
      </Page>
    )
  }
  if (!isTaxYear(year)) {
    return (
      <Page title={`${year.toString()} results`}>
        <Card>
          <NothingInYear year={year} text={NOTHING} instead={resultsOf(status?.tax_year)} />
        </Card>
      </Page>
    )
  }
  return <YearPage key={year} year={year} />
}

function YearPage({ year }: { year: number }) {
  const { data, error, refetch, isFetching } = useQuery(
    api.tax.oneYear.queryOptions({ input: { year }, select: (answer) => answer.data }),
  )
  const title = `${year.toString()} results`
  if (data !== undefined) return <Found year={data} title={title} />
  if (error === null) {
    return (
      <Page title={title}>
        <ShapeOfResults />
      </Page>
    )
  }
  const { code, message } = toApiError(error)
  return (
    <Page title={title}>
      <Card>
        {code === 'calculation_not_done' ? (
          <EmptyState
            title="Not calculated yet"
            text="Your gains, income and forms appear here once your taxes are calculated."
            actions={
              <>
                <TaxControl year={year} />
                <ButtonLink to={`${paths.tax}?year=${year.toString()}`}>Check first</ButtonLink>
              </>
            }
          />
        ) : (
          <ErrorState
            title="The results could not be loaded"
            text={`${message} The results themselves are not affected.`}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    </Page>
  )
}

function Found({ year, title }: { year: OneYear; title: string }) {
  const { disposals, incomes, removals } = year.counts
  if (disposals + incomes + removals > 0) return <YearResults year={year} title={title} />
  return (
    <Page title={title} actions={<YearSwitch year={year.year} results={year} to={paths.oneYear} />}>
      <Card>
        <NothingInYear
          year={year.year}
          text={
            year.years.length === 0
              ? 'The calculation found no disposals, income or gifts in any year.'
              : NOTHING
          }
          instead={resultsOf(year.years.length === 0 ? undefined : Math.max(...year.years))}
        />
      </Card>
    </Page>
  )
}

const NOTHING = 'This tax year has no disposals, income or gifts. There is nothing to report for it.'

function resultsOf(year: number | undefined) {
  return year === undefined ? undefined : { to: paths.oneYear(year), label: `${year.toString()} results` }
}

function ShapeOfResults() {
  return (
    <Loading label="results">
      <div className="grid gap-6">
        <Skeleton className="h-32 w-full" />
        <div className="grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-72 w-full" />
          <Skeleton className="h-72 w-full" />
        </div>
        <Skeleton className="h-80 w-full" />
      </div>
    </Loading>
  )
}
