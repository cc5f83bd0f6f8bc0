import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { laterApi } from '../../client/later-api.ts'
import { stringifySearch } from '../../client/search.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EstimateFields } from '../what-if/EstimateFields.tsx'
import { EstimateLines } from '../what-if/EstimateLines.tsx'
import { estimateSearch, type EstimateSearch } from '../what-if/estimate-search.ts'
import { HarvestCard } from './HarvestCard.tsx'
import { PaymentsCard } from './PaymentsCard.tsx'
import type { Person } from './person.ts'

/** The year that runs: its tax so far, what to pay by when, and lots whose sale would lower it. */
export function PlanPage() {
  const search = estimateSearch({ ...useSearch({ from: '/signed-in/shell/customer/plan' }) })
  const router = useRouter()
  const person = { filing_status: search.status ?? 'single', other_income: search.income ?? '0' } as const
  const { data, error, isFetching, refetch } = useQuery({
    ...laterApi.holdings.harvest.queryOptions({ input: person, select: (answer) => answer.data }),
    placeholderData: keepPreviousData,
  })
  const show = (changed: EstimateSearch) =>
    router.history.replace(`${paths.plan}${stringifySearch({ ...search, ...changed })}`)
  return (
    <Page
      title="Plan the year"
      summary="Your tax so far, the payments that keep you out of a penalty, and the lots you could sell at a loss."
    >
      {data === undefined ? (
        error === null ? (
          <Loading label="the plan">
            <Skeleton className="h-80 w-full" />
          </Loading>
        ) : toApiError(error).code === 'calculation_not_done' ? (
          <Card>
            <EmptyState
              title="Nothing to plan with yet"
              text="Calculate your taxes first. The plan starts from your results."
              actions={
                <ButtonLink look="primary" to={paths.tax}>
                  Go to Taxes
                </ButtonLink>
              }
            />
          </Card>
        ) : (
          <ErrorState
            title="The plan could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div className="grid gap-6">
          <TaxCurrencyNote />
          <Card title={`Estimated federal tax ${data.tax_year.toString()}`}>
            <div className="grid gap-6">
              <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,16rem)_minmax(0,20rem)]">
                <EstimateFields search={search} onChange={show} />
              </div>
              <RunningEstimate year={data.tax_year} currency={data.currency} person={person} />
            </div>
          </Card>
          <PaymentsCard year={data.tax_year} currency={data.currency} person={person} />
          <HarvestCard found={data} />
        </div>
      )}
    </Page>
  )
}

function RunningEstimate({
  year,
  currency,
  person,
}: {
  readonly year: number
  readonly currency: string
  readonly person: Person
}) {
  const { data, error } = useQuery({
    ...laterApi.estimates.federalTax.queryOptions({
      input: { year, ...person },
      select: (answer) => answer.data,
    }),
    placeholderData: keepPreviousData,
  })
  const { data: ofYear } = useQuery(
    api.tax.oneYear.queryOptions({ input: { year }, select: (answer) => answer.data, retry: false }),
  )
  if (error !== null) return <p className="text-danger">{toApiError(error).message}</p>
  if (data === undefined) return <Skeleton className="h-44 w-full" />
  if (data === null)
    return <p className="text-ink-2">The federal tax tables for {year} are not in Lotbook yet.</p>
  return (
    <div className="grid gap-5">
      <EstimateLines
        year={year}
        currency={currency}
        found={data}
        income={person.other_income}
        counts={ofYear?.counts ?? { incomes: 0, incomes_unpriced: 0 }}
      />
    </div>
  )
}
