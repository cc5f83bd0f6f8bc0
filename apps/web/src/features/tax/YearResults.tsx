import { useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { type OneYear, paths } from '@lotbook/contract'
import { stringifySearch } from '../../client/search.ts'
import { useSlots } from '../../client/slots.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { HorizontalBars } from '../../ui/charts/HorizontalBars.tsx'
import { MonthlyBars } from '../../ui/charts/MonthlyBars.tsx'
import { cx } from '../../ui/cx.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { leadTo } from '../../ui/lead-to.ts'
import { TextLink } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { BrokerForms } from '../broker-forms/BrokerForms.tsx'
import { CarriedDifferences } from '../tax-years/CarriedDifferences.tsx'
import { FiledStrip } from '../tax-years/FiledStrip.tsx'
import { MarkAsFiled } from '../tax-years/MarkAsFiled.tsx'
import type { OneYearSearch } from './one-year-search.ts'
import { ProposedAmendment } from '../tax-years/ProposedAmendment.tsx'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { AmendmentStrip } from '../road/AmendmentStrip.tsx'
import { SafeHarborStrip } from '../safe-harbor/SafeHarborStrip.tsx'
import { StaleStrip } from './StaleStrip.tsx'
import { settingsLine } from '../settings/tax-setting-words.ts'
import { YearFigures } from './YearFigures.tsx'
import { YearSwitch } from './YearSwitch.tsx'
import { YearTables } from './YearTables.tsx'

/** A year with something in it: its figures, its pictures, its rows and its forms. */
export function YearResults({ year, title }: { year: OneYear; title: string }) {
  const { YearForms } = useSlots()
  const search = useSearch({ from: '/signed-in/shell/customer/one_year' })
  const router = useRouter()
  const { calculation, currency, filed } = year
  // A picture of nothing says less than the figure above it.
  const hasIncome = year.income_by_category.length > 0

  // The part that an address names comes with the year, after the screen.
  useEffect(() => {
    if (window.location.hash !== '') leadTo(window.location.hash.slice(1))
  }, [])

  // A change of filter replaces the entry of the history: going back leaves the year.
  const show = (next: OneYearSearch) => {
    router.history.replace(
      paths.oneYear(year.year).split('?')[0] + stringifySearch({ ...next, year: year.year }),
    )
  }

  return (
    <Page
      title={title}
      summary={
        <>
          Calculated <DateTime instant={calculation.finished_at} zone /> ·{' '}
          {settingsLine(calculation.settings)} ·{' '}
          <TextLink to={`${paths.tax}?year=${year.year.toString()}`}>Method and settings</TextLink> ·{' '}
          <TextLink to={`${paths.compareCalculations}?year=${year.year.toString()}`}>Compare</TextLink> ·{' '}
          <TextLink to={paths.manifest(calculation.id)}>Manifest</TextLink>
          {calculation.invariants > 0 && (
            <>
              {' '}
              ·{' '}
              <TextLink to={paths.manifest(calculation.id)}>{calculation.invariants} checks passed</TextLink>
            </>
          )}
        </>
      }
      actions={
        <>
          <YearSwitch year={year.year} results={year} to={paths.oneYear} />
          {filed === null && <MarkAsFiled year={year} />}
          <Button onClick={() => leadTo('forms')}>Forms and files</Button>
        </>
      }
    >
      <div className="grid gap-6">
        <RoadPlace at="calculate" year={year.year} />
        {search.asked !== undefined && search.asked !== year.year && (
          <Banner>
            There is no activity in {search.asked}, so these are the results of {year.year}, the latest year
            with activity.
          </Banner>
        )}
        {year.year >= 2025 && filed === null && <SafeHarborStrip />}
        {filed === null ? <StaleStrip year={year} /> : <FiledStrip year={year.year} filed={filed} />}
        {filed !== null && <AmendmentStrip year={year.year} />}
        <CarriedDifferences year={year} />
        <TaxCurrencyNote />
        <YearFigures year={year} />
        {filed !== null && (
          <div id="amendment" className="scroll-mt-20 empty:hidden">
            <ProposedAmendment year={year} filed={filed} />
          </div>
        )}
        <div className={cx('grid gap-6', hasIncome && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]')}>
          <MonthlyBars
            title="Gain by month"
            currency={currency}
            months={year.months}
            selected={search.month}
            onSelect={(month) => {
              const { month: before, ...rest } = search
              show(before === month ? rest : { ...rest, month, tab: 'disposals' })
            }}
          />
          {hasIncome && (
            <HorizontalBars
              title="Income by category"
              currency={currency}
              noun={year.income_by_category.length === 1 ? 'category' : 'categories'}
              parts={year.income_by_category.map(({ category, label, value, count, unpriced, handle }) => ({
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
        <YearTables year={year} search={search} onShow={show} />
        <BrokerForms year={year.year} currency={currency} />
        <Suspense>
          <YearForms year={year.year} calculatedAt={calculation.finished_at} counts={year.counts} />
        </Suspense>
      </div>
    </Page>
  )
}
