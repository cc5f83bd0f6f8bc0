import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { useSlots } from '../../client/slots.ts'
import { useStart } from '../../client/start.ts'
import { filesInUs } from '../../client/user.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format/format-date-time.ts'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { settingsLine } from '../settings/tax-setting-words.ts'
import { RemovalForms } from '../removal-forms/RemovalForms.tsx'
import { AmendmentStrip } from '../road/AmendmentStrip.tsx'
import { YearSwitch } from '../tax/YearSwitch.tsx'
import { FiledStrip } from '../tax-years/FiledStrip.tsx'
import { MarkAsFiled } from '../tax-years/MarkAsFiled.tsx'
import { dueWords, localDay } from './due-day.ts'
import { FilingFigures } from './FilingFigures.tsx'
import { IncomeByLine } from './IncomeByLine.tsx'
import { Packet } from './Packet.tsx'
import { ReturnOfYear } from './ReturnOfYear.tsx'
import { Readiness } from './Readiness.tsx'
import { WaysToFile } from './WaysToFile.tsx'
import { WhereFiguresGo } from './WhereFiguresGo.tsx'

/** The US return of a year: what it still needs, the packet it is filed with, and the mark that it was. */
export function TaxFilingPage() {
  const { country_code } = useStart().setting
  if (!filesInUs(country_code)) return <Elsewhere country={country_code ?? ''} />
  return <Filing />
}

function Elsewhere({ country }: { readonly country: string }) {
  const name = new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country
  return (
    <Page title="Tax Filing">
      <Card>
        <EmptyState
          title="This page is for US returns"
          text={`Your country is set to ${name}. Disposals, income and the audit trail are under Export, in a form any accountant reads.`}
          actions={
            <>
              <ButtonLink look="primary" to={paths.settingsExport}>
                Export
              </ButtonLink>
              <ButtonLink to={paths.settingsTax}>Change country</ButtonLink>
            </>
          }
        />
      </Card>
    </Page>
  )
}

function Filing() {
  const { details, billing_history } = useStart()
  const search = useSearch({ from: '/signed-in/shell/customer/tax_filing' })
  const { AddSourceButton, CalculateTaxes, YearForms } = useSlots()
  const due = details?.tax_year ?? billing_history?.current_tax_year ?? 0
  const year = /^20\d\d$/.test(search.year ?? '') ? Number(search.year) : due
  const { data, error, refetch, isFetching } = useQuery(
    api.tax.oneYear.queryOptions({ input: { year }, select: (answer) => answer.data }),
  )
  const code = error === null ? undefined : toApiError(error).code
  return (
    <Page
      title="Tax Filing"
      summary={`United States, tax year ${year}${dueOf(year, data !== undefined && data.filed !== null)}`}
      actions={data !== undefined && <YearSwitch year={year} results={data} to={filingOf} />}
    >
      {data !== undefined ? (
        <div className="grid gap-6">
          <RoadPlace at="file" year={data.year} />
          {data.filed !== null && <FiledStrip year={data.year} filed={data.filed} />}
          {data.filed !== null && <AmendmentStrip year={data.year} />}
          <TaxCurrencyNote />
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid min-w-0 gap-6">
              <Readiness year={data} />
              <WhereFiguresGo year={data} />
              <ReturnOfYear year={data} />
              <IncomeByLine year={data} />
              <RemovalForms year={data} />
              <Suspense fallback={<Skeleton className="h-60 w-full" />}>
                <YearForms
                  year={data.year}
                  calculatedAt={data.calculation.finished_at}
                  counts={data.counts}
                />
              </Suspense>
              <Packet year={data} />
            </div>
            <div className="grid min-w-0 items-start gap-6 max-xl:contents">
              <div className="max-xl:order-first">
                <FilingFigures year={data} />
              </div>
              <WaysToFile />
              {data.filed === null && (
                <Card title="When it is sent">
                  <p className="mb-4 max-w-[70ch] text-ink-2">
                    Mark the year as filed. Rows, settings and result are frozen as they were sent; what
                    changes later is kept apart as a proposed amendment.
                  </p>
                  <MarkAsFiled year={data} />
                </Card>
              )}
            </div>
          </div>
          <p className="text-table text-ink-2">
            Calculated {formatDateTime(data.calculation.finished_at)} UTC ·{' '}
            {settingsLine(data.calculation.settings)} · engine {data.calculation.engine_version}, rules{' '}
            {data.calculation.rules_version}. The figures rest on the records you imported and the answers you
            gave; they are not tax advice.
          </p>
        </div>
      ) : error === null ? (
        <Loading label="the year">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : details !== null && details.total_transactions === 0 ? (
        <Card>
          <EmptyState
            title="Nothing is imported yet"
            text="A return is filled in from your history. Add every wallet and exchange you have used first."
            actions={
              <>
                <Suspense>
                  <AddSourceButton />
                </Suspense>
                <ButtonLink to={paths.importCsvs}>Upload a file</ButtonLink>
              </>
            }
          />
        </Card>
      ) : code === 'calculation_not_done' || code === 'not_found' ? (
        <Card>
          <EmptyState
            title={`${year} is not calculated`}
            text={`Forms are printed from a calculation. It is free${details === null ? '' : ` and takes the ${details.total_transactions.toLocaleString()} transactions you have`}.`}
            actions={
              <Suspense>
                <CalculateTaxes year={year} />
              </Suspense>
            }
          />
        </Card>
      ) : (
        <Card>
          <ErrorState
            title="The year could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
    </Page>
  )
}

const filingOf = (year: number) => `/tax_filing?year=${year.toString()}`

// Two years had other days by notice of the IRS; before those nobody files any more.
const dueOf = (year: number, isFiled: boolean) =>
  year < 2021 || isFiled ? '' : ` · ${dueWords(year, localDay(new Date()))}`
