import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../client/api.ts'
import { useStart } from '../../client/start.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { ExportList } from './ExportList.tsx'
import { ExportOffer } from './ExportOffer.tsx'
import { useFormGuard } from './FormGuard.tsx'
import { scopeOf } from './export-scope.ts'
import { TAX_PROGRAM_KINDS } from '@lotbook/contract'
import { type ExportKind, ROUNDING, YEAR_KINDS } from './export-words.ts'
import { ScopedExport } from './ScopedExport.tsx'
import { usePrograms } from './use-programs.ts'
import { useExports } from './use-exports.ts'

/** Everything that can be taken along, or a part of the history, and what was made so far. */
export function ExportPage() {
  const scope = scopeOf(useSearch({ strict: false }))
  const made = useExports()
  return (
    <SettingsPage title="Export">
      <TaxCurrencyNote />
      {scope === undefined ? <WholeExport made={made} /> : <ScopedExport scope={scope} made={made} />}
      <Card title="Your exports" flush>
        <ExportList {...made} />
      </Card>
    </SettingsPage>
  )
}

function WholeExport({ made }: { made: ReturnType<typeof useExports> }) {
  const { details } = useStart()
  const [chosen, setChosen] = useState<number>()
  const { data: facets } = useQuery(api.transactions.facets.queryOptions())
  const { data: status } = useQuery(api.tax.details.queryOptions({ select: ({ data }) => data }))
  const year = chosen ?? status?.tax_year ?? details?.tax_year
  const years = [
    ...new Set([...(year === undefined ? [] : [year]), ...(facets?.years.map((one) => one.year) ?? [])]),
  ]
  const isCalculated = status?.calculated_at != null
  const notCalculated = isCalculated
    ? undefined
    : 'Calculate your taxes first. These files are created from the results.'
  const { data: programs } = usePrograms(year)
  const programReason = (kind: ExportKind) =>
    notCalculated ?? programs?.find((one) => one.kind === kind)?.unavailable ?? undefined
  const guard = useFormGuard(made.create)
  const offer = (kind: ExportKind, of: number | undefined, disabledReason: string | undefined) => (
    <ExportOffer
      key={kind}
      kind={kind}
      busy={guard.looking === kind || made.asking?.kind === kind}
      disabledReason={disabledReason}
      onCreate={() => (of === undefined ? made.create(kind, of) : void guard.request(kind, of))}
    />
  )

  return (
    <>
      <Card title="Your history" flush>
        <ul>
          {offer(
            'transactions-csv',
            undefined,
            status?.total_transactions === 0 ? 'There are no transactions yet.' : undefined,
          )}
        </ul>
      </Card>
      <Card
        title="Forms and files of a tax year"
        flush
        actions={
          <div className="w-32">
            <Field label="Tax year">
              <Select
                small
                value={year ?? ''}
                onChange={({ target }) => setChosen(parseInt(target.value, 10))}
              >
                {years
                  .toSorted((a, b) => b - a)
                  .map((one) => (
                    <option key={one} value={one}>
                      {one}
                    </option>
                  ))}
              </Select>
            </Field>
          </div>
        }
      >
        <ul className="divide-y divide-line">{YEAR_KINDS.map((kind) => offer(kind, year, notCalculated))}</ul>
        <h3 className="border-y border-line bg-sunken px-card py-2 font-medium">For tax software</h3>
        <ul className="divide-y divide-line">
          {TAX_PROGRAM_KINDS.map((kind) => offer(kind, year, programReason(kind)))}
        </ul>
        <p className="border-t border-line px-card py-4 text-table text-ink-2">{ROUNDING}</p>
      </Card>
      {guard.dialog}
    </>
  )
}
