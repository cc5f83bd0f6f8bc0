import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useStart } from '../../app/start.ts'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { ExportList } from './ExportList.tsx'
import { type ExportKind, exportWords, YEAR_KINDS } from './export-words.ts'
import { useExports } from './use-exports.ts'

/** Everything that can be taken along, and what was made so far. */
export function ExportPage() {
  const { details } = useStart()
  const made = useExports()
  const [chosen, setChosen] = useState<number>()
  const { data: facets } = useQuery(api.transactions.facets.queryOptions())
  const { data: status } = useQuery(api.tax.details.queryOptions({ select: ({ data }) => data }))
  const year = chosen ?? status?.tax_year ?? details?.tax_year
  const years = [
    ...new Set([...(year === undefined ? [] : [year]), ...(facets?.years.map((one) => one.year) ?? [])]),
  ]
  const isCalculated = status?.calculated_at != null
  const offer = (kind: ExportKind, of: number | undefined, disabledReason: string | undefined) => (
    <Offer
      key={kind}
      kind={kind}
      busy={made.asking?.kind === kind}
      disabledReason={disabledReason}
      onCreate={() => made.create(kind, of)}
    />
  )

  return (
    <SettingsPage title="Export">
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
        <ul className="divide-y divide-line">
          {YEAR_KINDS.map((kind) =>
            offer(
              kind,
              year,
              isCalculated ? undefined : 'Calculate your taxes first: this is made of the results.',
            ),
          )}
        </ul>
      </Card>
      <Card title="Made so far" flush>
        <ExportList {...made} />
      </Card>
    </SettingsPage>
  )
}

interface OfferProps {
  readonly kind: ExportKind
  readonly busy: boolean
  readonly disabledReason: string | undefined
  readonly onCreate: () => void
}

function Offer({ kind, busy, disabledReason, onCreate }: OfferProps) {
  const { name, text } = exportWords[kind]
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0 grow basis-44">
        <p className="font-medium">{name}</p>
        <p className="text-table text-ink-2">{text}</p>
      </div>
      <Button size="small" busy={busy} disabledReason={disabledReason} onClick={onCreate}>
        Create<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
