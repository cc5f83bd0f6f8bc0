import { useRouter, useSearch } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { stringifySearch } from '../../client/search.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Page } from '../../ui/Page.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EstimateFields } from '../what-if/EstimateFields.tsx'
import { MethodComparison } from './MethodComparison.tsx'
import { methodsSearch, type MethodsSearch } from './methods-search.ts'
import { NothingInYear } from '../transactions/NothingInYear.tsx'
import { StandingOrders } from './StandingOrders.tsx'
import { useTaxDetails } from '../../client/use-tax-details.ts'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { useYears } from '../transactions/use-years.ts'
import { isTaxYear, mayHoldSome } from '../transactions/years-held.ts'

/** How lots are chosen: what a year comes to under every method, and the standing orders on record. */
export function MethodsPage() {
  const search = methodsSearch({ ...useSearch({ from: '/signed-in/shell/customer/tax/methods' }) })
  const router = useRouter()
  const { data: details } = useTaxDetails()
  const year = search.year ?? details?.tax_year
  if (year === undefined) return <Page title="Methods">{null}</Page>
  const show = (changed: MethodsSearch) => {
    const next = { ...search, year, ...changed }
    router.history.replace(`${paths.tax}/methods${stringifySearch(next)}`)
  }
  return (
    <Page
      title="Methods"
      summary="Which lots are sold first decides the gain of a year and what is left for the next."
    >
      <div className="grid gap-6">
        <RoadPlace at="calculate" year={year} />
        <TaxCurrencyNote />
        <Card title={`${year.toString()} under every method`}>
          <div className="grid gap-6">
            <div className="grid items-start gap-4 sm:grid-cols-[8rem_minmax(0,16rem)_minmax(0,20rem)]">
              <YearChoice year={year} onChoose={(chosen) => show({ year: chosen })} />
              <EstimateFields search={search} onChange={show} />
            </div>
            <OfYear year={year} search={search} />
          </div>
        </Card>
        <StandingOrders />
        <Card
          title="Safe Harbor 2025"
          actions={<ButtonLink to={paths.safeHarbor}>Compare allocations</ButtonLink>}
        >
          <p className="text-ink-2">
            If you used one universal pool for all accounts through 2024, its unused basis had to be allocated
            to your accounts as of January 1, 2025. Which lots go where decides which lots each account sells.
          </p>
        </Card>
      </div>
    </Page>
  )
}

/** The comparison, in a year in which there is something to compare. */
function OfYear({ year, search }: { year: number; search: MethodsSearch }) {
  const { data: years, error, isFetching, refetch } = useYears()
  if (years === undefined)
    return error === null ? (
      <Loading label="the comparison">
        <Skeleton className="h-80 w-full" />
      </Loading>
    ) : (
      <ErrorState
        title="Your years could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (mayHoldSome(years, year)) return <MethodComparison year={year} search={search} />
  const newest = years.find(isTaxYear)
  return (
    <NothingInYear
      year={year}
      text="This tax year has no transactions, so every method gives the same result."
      instead={
        newest === undefined
          ? undefined
          : { to: paths.taxMethods(newest), label: `Methods of ${newest.toString()}` }
      }
    />
  )
}

function YearChoice({ year, onChoose }: { year: number; onChoose: (year: number) => void }) {
  const { data: held = [] } = useYears()
  const years = [...new Set([year, ...held])].sort((a, b) => b - a)
  return (
    <Field label="Tax year">
      <Select value={year} onChange={(event) => onChoose(Number.parseInt(event.target.value, 10))}>
        {years.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
    </Field>
  )
}
