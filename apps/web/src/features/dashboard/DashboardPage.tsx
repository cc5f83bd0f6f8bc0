import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type OneYear, paths, type TaxDetails } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { useSlots } from '../../client/slots.ts'
import { useTaxDetails } from '../../client/use-tax-details.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'
import { GainBars } from '../../ui/charts/GainBars.tsx'
import { HorizontalBars } from '../../ui/charts/HorizontalBars.tsx'
import { MonthlyBars } from '../../ui/charts/MonthlyBars.tsx'
import { yearsSentence } from '../../ui/charts/months-sentence.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useIsMobile } from '../../ui/use-media.ts'
import { DateTime, Day } from '../../ui/Values.tsx'
import { AmendmentStrip } from '../road/AmendmentStrip.tsx'
import { settingsLine } from '../settings/tax-setting-words.ts'
import { landingYear } from '../tax/landing-year.ts'
import { YearFigures } from '../tax/YearFigures.tsx'
import { YearSwitch } from '../tax/YearSwitch.tsx'
import { OpenQuestions } from '../workpapers/OpenQuestions.tsx'
import { FederalTax } from './FederalTax.tsx'
import { SamplePictures } from './SamplePictures.tsx'
import { NextStepPanel } from './NextStepPanel.tsx'
import { Today } from './Today.tsx'

/** Where a tax year stands and the one thing to do next; below it what is held today. */
export function DashboardPage() {
  const search = useSearch({ from: '/signed-in/shell/customer/dashboard' })
  const { data: details, error, refetch, isFetching } = useTaxDetails()
  if (details !== undefined) return <Known details={details} asked={search.year} />
  return (
    <Page title="Dashboard">
      {error === null ? (
        <ShapeOfYear />
      ) : (
        <Card>
          <ErrorState
            title="The dashboard could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
    </Page>
  )
}

function Known({ details, asked }: { readonly details: TaxDetails; readonly asked: number | undefined }) {
  const { FirstImport } = useSlots()
  const isMobile = useIsMobile()
  const due = details.tax_year
  const enabled = details.tax_calculation_id !== null
  const select = (answer: { data: OneYear }) => answer.data
  const ofDue = useQuery(api.tax.oneYear.queryOptions({ input: { year: asked ?? due }, select, enabled }))
  const year = asked ?? (ofDue.data === undefined ? due : landingYear(ofDue.data, due))
  const { data, error, refetch, isFetching } = useQuery(
    api.tax.oneYear.queryOptions({ input: { year }, select, enabled }),
  )
  if (details.total_transactions === 0 && details.imports_in_progress === 0)
    return (
      <Page title="Dashboard">
        <div className="grid gap-4 md:gap-6">
          <RoadPlace at="import" />
          <Suspense fallback={<Skeleton className="h-140 w-full" />}>
            <FirstImport />
          </Suspense>
          <SamplePictures />
        </div>
      </Page>
    )
  return (
    <Page
      title="Dashboard"
      summary={
        data !== undefined && (
          <>
            Calculated <DateTime instant={data.calculation.finished_at} zone /> ·{' '}
            {settingsLine(data.calculation.settings)}
            {data.filed !== null && (
              <>
                {' '}
                · Filed <Day day={data.filed.filed_on} />
              </>
            )}
          </>
        )
      }
      actions={data !== undefined && <YearSwitch year={year} results={data} to={dashboardOf} />}
    >
      <div className="grid gap-4 md:gap-6">
        {/* On a phone the panel of the next step lies below the figures. */}
        {isMobile && <RoadPlace year={year} />}
        <OpenQuestions />
        <AmendmentStrip year={year} />
        {details.imports_in_progress > 0 && (
          <Banner tone="warn">
            {details.imports_in_progress.toLocaleString()}{' '}
            {details.imports_in_progress === 1 ? 'import is' : 'imports are'} still running. Totals will
            change.
          </Banner>
        )}
        {data !== undefined && <TaxCurrencyNote />}
        <div className="grid gap-4 md:gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          {data !== undefined ? (
            <YearFigures year={data} below={<FederalTax key={data.year} year={data} />} />
          ) : error !== null ? (
            <Card>
              <ErrorState
                title="The figures could not be loaded"
                text={toApiError(error).message}
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            </Card>
          ) : enabled ? (
            <ShapeOfYear />
          ) : (
            <Card>
              <EmptyState
                title="Not calculated yet"
                text="Your gains and income appear here once your taxes are calculated."
              />
            </Card>
          )}
          <NextStepPanel year={year} />
        </div>
        {data !== undefined && <YearPictures year={data} />}
        {data !== undefined && data.by_year.length > 1 && <GainByYear year={data} />}
      </div>
      <Today />
    </Page>
  )
}

const dashboardOf = (year: number) => `${paths.dashboard}?year=${year.toString()}`

function YearPictures({ year }: { readonly year: OneYear }) {
  const { currency, counts, income_by_category: income } = year
  if (counts.disposals === 0 && income.length === 0) return null
  return (
    <div
      className={cx(
        'grid gap-4 md:gap-6',
        // One picture alone takes the whole width.
        counts.disposals > 0 && income.length > 0 && 'xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]',
      )}
    >
      {counts.disposals > 0 && <MonthlyBars title="Gain by month" currency={currency} months={year.months} />}
      {income.length > 0 && (
        <HorizontalBars
          title="Income by category"
          currency={currency}
          noun={income.length === 1 ? 'category' : 'categories'}
          parts={income.map(({ category, label, value, count, unpriced, handle }) => ({
            id: category,
            label,
            value,
            handle,
            count,
            unpriced,
          }))}
        />
      )}
    </div>
  )
}

/** The gain of every year side by side; one that is pressed is shown. */
function GainByYear({ year: { year, by_year, currency } }: { readonly year: OneYear }) {
  const router = useRouter()
  const selected = by_year.findIndex((one) => one.year === year)
  return (
    <GainBars
      title="Gain by year"
      currency={currency}
      bars={by_year.map((one) => ({ name: one.year.toString(), short: one.short, long: one.long }))}
      noun="Year"
      all="All years"
      sentence={yearsSentence}
      selected={selected === -1 ? undefined : selected}
      onSelect={(at) => {
        const chosen = by_year[at]
        if (chosen !== undefined) router.history.push(dashboardOf(chosen.year))
      }}
    />
  )
}

function ShapeOfYear() {
  return (
    <Loading label="the year">
      <Skeleton className="h-56 w-full" />
    </Loading>
  )
}
