import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type OneYear, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { useStart } from '../../client/start.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Money } from '../../ui/Values.tsx'

interface Point {
  readonly id: string
  readonly text: ReactNode
  /** The path to where it is put right. */
  readonly to?: string
  readonly label?: string
}

/** Two lists: what the forms of a year still lack, and what was checked. */
export function Readiness({ year }: { readonly year: OneYear }) {
  const missing = useMissing(year)
  const ready = readyOf(year)
  return (
    <Card flush title={missing.length === 0 ? 'Nothing is missing' : `Missing (${missing.length})`}>
      <div className="px-card pt-3 pb-4">
        {missing.length === 0 ? (
          <p className="text-ink-2">The forms can be printed as they will be filed.</p>
        ) : (
          <Points points={missing} isMissing />
        )}
      </div>
      <section aria-labelledby="ready" className="border-t border-rule px-card pt-4 pb-5">
        <h3 id="ready" className="mb-3 text-lead font-semibold">
          Ready ({ready.length})
        </h3>
        <Points points={ready} />
      </section>
    </Card>
  )
}

function Points({
  points,
  isMissing = false,
}: {
  readonly points: readonly Point[]
  readonly isMissing?: boolean
}) {
  return (
    <ul className="grid gap-3">
      {points.map(({ id, text, to, label }) => (
        <li key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <span className="flex min-w-0 grow basis-56 items-start gap-2">
            {isMissing ? (
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
            ) : (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-gain" />
            )}
            <span className="min-w-0">{text}</span>
          </span>
          {to !== undefined && (
            <ButtonLink size="small" to={to}>
              {label}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  )
}

function useMissing(year: OneYear): Point[] {
  const { details } = useStart()
  const review = useQuery(api.review.counts.queryOptions())
  const rests = useQuery({
    ...api.exports.restsOn.queryOptions({ input: { kind: 'form-8949-pdf', tax_year: year.year } }),
    enabled: year.counts.disposals > 0,
  })
  const plans = useQuery(
    api.billing.plans.queryOptions({ input: { tax_year: year.year }, select: (answer) => answer.data }),
  )
  const points: Point[] = []
  if (year.filed === null && year.changes_since > 0)
    points.push({
      id: 'changed',
      text: `${year.changes_since === 1 ? 'One change' : `${year.changes_since.toLocaleString()} changes`} since this was calculated.`,
      to: paths.tax,
      label: 'Calculate again',
    })
  if (details !== null && details.imports_in_progress > 0)
    points.push({ id: 'imports', text: 'Imports are still running.', to: paths.imports, label: 'Imports' })
  const open = review.data
  if (open !== undefined && open.total > 0)
    points.push({
      id: 'review',
      text: (
        <>
          {open.total === 1
            ? 'One review item is open.'
            : `${open.total.toLocaleString()} review items are open.`}{' '}
          {open.unknown === open.total ? (
            'What they change is not known.'
          ) : (
            <>
              Together the answers can change the result by up to{' '}
              <Money amount={open.effect} currency={year.currency} />.
            </>
          )}
        </>
      ),
      to: `${paths.transactions}?review=true`,
      label: 'Review',
    })
  for (const { account_name, disposals } of rests.data?.data.forms_expected ?? [])
    points.push({
      id: `form ${account_name}`,
      text: `A Form 1099-DA is expected from ${account_name} (${disposals.toLocaleString()} disposals). It decides the box of those lines.`,
      to: `${paths.oneYear(year.year)}#broker-forms`,
      label: 'Say what it shows',
    })
  const plan = plans.data
  if (
    plan !== undefined &&
    plan.payments !== 'none' &&
    ['none', 'upgrade_required'].includes(plan.year.standing)
  )
    points.push({
      id: 'plan',
      text: 'The plan of this year does not cover what counts. Forms can be downloaded once it does.',
      to: `/pricing?taxYear=${year.year}&callUrl=${encodeURIComponent(`tax_filing?year=${year.year}`)}`,
      label: 'See the plans',
    })
  return points
}

function readyOf(year: OneYear): Point[] {
  const { invariants } = year.calculation
  return [
    ...(year.filed !== null || year.changes_since === 0
      ? [{ id: 'current', text: 'Calculated from everything you have. Nothing has changed since.' }]
      : []),
    ...(invariants > 0
      ? [{ id: 'checks', text: `${invariants} of ${invariants} checks of the calculation passed.` }]
      : []),
    {
      id: 'rows',
      text: `${year.counts.disposals.toLocaleString()} lines of Form 8949, ${year.counts.incomes.toLocaleString()} receipts of income.`,
    },
    ...(year.filed === null
      ? []
      : [{ id: 'filed', text: `Filed on ${year.filed.filed_on}. The figures stay as they were sent.` }]),
  ]
}
