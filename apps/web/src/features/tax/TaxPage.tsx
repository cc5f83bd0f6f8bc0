import { useRouter, useSearch } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { LoneLink, TextLink } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Select } from '../../ui/Select.tsx'
import { NothingInYear } from '../transactions/NothingInYear.tsx'
import { Preflight } from './Preflight.tsx'
import { PreviousCalculations } from './PreviousCalculations.tsx'
import { SafeHarborStrip } from '../safe-harbor/SafeHarborStrip.tsx'
import { AmendmentStrip } from '../road/AmendmentStrip.tsx'
import { useRoad } from '../road/use-road.ts'
import { TaxControl } from './TaxControl.tsx'
import { TaxSettings } from '../settings/TaxSettingsForm.tsx'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { useTaxDetails } from '../../client/use-tax-details.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { useYears } from '../transactions/use-years.ts'
import { mayHoldSome } from '../transactions/years-held.ts'

/** Before a calculation: which year, by which method, what is still in doubt; and what was calculated before. */
export function TaxPage() {
  const { year: chosen } = useSearch({ from: '/signed-in/shell/customer/tax' })
  const { data: status } = useTaxDetails()
  const year = chosen ?? status?.tax_year
  const { data: years } = useYears()
  const { data: road } = useRoad(year)
  // The year that is due stands here before there is any history; another that was asked for has to be there.
  const isEmpty =
    chosen !== undefined && chosen !== status?.tax_year && years !== undefined && !mayHoldSome(years, chosen)
  return (
    <Page title="Tax">
      <div className="mb-6 grid gap-6">
        <RoadPlace at="calculate" year={year} />
        {year !== undefined && <AmendmentStrip year={year} />}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-6">
          <TaxCurrencyNote />
          <Card title="Before you calculate">
            <div className="grid gap-6">
              <div className="flex flex-wrap items-end gap-4">
                {year !== undefined && <YearField year={year} years={years ?? []} />}
                {!isEmpty && (
                  <TaxControl
                    size="large"
                    look={road?.next === 'calculate' ? 'primary' : 'tonal'}
                    {...(year === undefined ? {} : { year })}
                  />
                )}
                {status?.tax_calculated === true &&
                  status.need_tax_calculation &&
                  year !== undefined &&
                  !isEmpty && (
                    <TextLink to={paths.oneYear(year)} className="py-3">
                      View the last results
                    </TextLink>
                  )}
              </div>
              {isEmpty && (
                <NothingInYear
                  year={chosen}
                  text="This tax year has no transactions, so there is nothing to calculate for it."
                  instead={
                    status && {
                      to: `${paths.tax}?year=${status.tax_year.toString()}`,
                      label: `Tax of ${status.tax_year.toString()}`,
                    }
                  }
                />
              )}
              <div className="grid gap-4 border-t border-line pt-4">
                <Preflight />
                <SafeHarborStrip />
              </div>
            </div>
          </Card>
          <Card title="Calculations" flush>
            <PreviousCalculations />
          </Card>
        </div>
        <Card
          title="Method and settings"
          actions={year !== undefined && <LoneLink to={paths.taxMethods(year)}>Compare methods</LoneLink>}
        >
          <TaxSettings />
        </Card>
      </div>
    </Page>
  )
}

/** The tax year: those with transactions, and the one that is due. */
function YearField({ year, years: known }: { year: number; years: readonly number[] }) {
  const router = useRouter()
  const years = [...new Set([year, ...known])].sort((a, b) => b - a)
  return (
    <div className="w-32">
      <Field label="Tax year">
        <Select
          value={year}
          onChange={(event) => router.history.replace(`${paths.tax}?year=${event.target.value}`)}
        >
          {years.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
