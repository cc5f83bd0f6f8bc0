import { shortAccount } from '@lotbook/journal'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Amendment, type OneYear, paths, type Road } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { useStart } from '../../client/start.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { formatDateTime, formatDay } from '../../ui/format/format-date-time.ts'
import { Money } from '../../ui/Values.tsx'
import { counted } from '../imports/import-state.ts'
import { amendmentPath, amendmentWords } from '../road/amendment-words.ts'
import { useAmendment } from '../road/use-amendment.ts'
import { useRoad } from '../road/use-road.ts'
import { settingsLine } from '../settings/tax-setting-words.ts'
import { useRemovalForms } from '../removal-forms/use-removal-forms.ts'
import { openNow, openTotals } from '../tax/open-totals.ts'
import { useFormRests } from './use-form-rests.ts'
import { useMissingPlan } from './use-missing-plan.ts'

interface Point {
  readonly id: string
  /** The point in a sentence, and what it means or rests on. */
  readonly title: string
  readonly text?: ReactNode
  /** The path to where it is put right. */
  readonly to?: string
  readonly label?: string
}

/** Two lists: what the forms of a year still lack, and what was checked. */
export function Readiness({ year }: { readonly year: OneYear }) {
  const { data: road } = useRoad(year.year)
  const amended = useAmendment(year.year)
  const missing = useMissing(year, road, amended)
  const ready = readyOf(year, amended?.amendment)
  return (
    <Card flush title={missing.length === 0 ? 'Nothing is missing' : `Missing (${missing.length})`}>
      <div className="px-card pt-3 pb-4">
        {missing.length === 0 ? (
          <p className="text-ink-2">The forms can be printed as they will be filed.</p>
        ) : (
          <Points points={missing} isMissing isNext={road?.next === 'file'} />
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
  isNext = false,
}: {
  readonly points: readonly Point[]
  readonly isMissing?: boolean
  /** Filing comes next, so that the first point is the one to settle now. */
  readonly isNext?: boolean
}) {
  return (
    <ul className="grid gap-3">
      {points.map(({ id, title, text, to, label }, at) => (
        <li key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <span className="flex min-w-0 grow basis-56 items-start gap-2">
            {isMissing ? (
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
            ) : (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-gain" />
            )}
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              {text !== undefined && <span className="block text-table text-ink-2">{text}</span>}
            </span>
          </span>
          {to !== undefined && (
            <ButtonLink size="small" look={isMissing && isNext && at === 0 ? 'primary' : 'secondary'} to={to}>
              {label}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  )
}

function useMissing(
  year: OneYear,
  road: Road | undefined,
  amended: ReturnType<typeof useAmendment>,
): Point[] {
  const { details } = useStart()
  const rests = useFormRests(year)
  const plan = useMissingPlan(year.year)
  const { data: forms } = useRemovalForms(year.year)
  const points: Point[] = []
  if (amended?.amendment.is_due === true)
    points.push({
      id: 'amendment',
      title: amendmentWords(amended.amendment, amended.currency),
      text: 'What was filed stays as it is. An amended return carries the change.',
      to: amendmentPath(year.year),
      label: 'See the amendment',
    })
  if (year.filed === null && year.changes_since > 0)
    points.push({
      id: 'changed',
      title: `${year.changes_since === 1 ? 'One change' : `${year.changes_since.toLocaleString()} changes`} since this was calculated.`,
      text: 'Figures and forms are from before.',
      to: paths.tax,
      label: 'Calculate again',
    })
  if (details !== null && details.imports_in_progress > 0)
    points.push({
      id: 'imports',
      title: 'Imports are still running.',
      text: 'Their transactions are not in the figures yet.',
      to: paths.imports,
      label: 'Imports',
    })
  const { items, most, unknown } = openTotals(openNow(year))
  const inAll = road?.review.in_all ?? 0
  if (items > 0)
    points.push({
      id: 'review',
      title: `${items === 1 ? 'One item is' : `${items.toLocaleString()} items are`} open for ${year.year.toString()}${inAll > items ? `, ${inAll.toLocaleString()} in all` : ''}.`,
      text: isZero(readAmount(most)) ? (
        'Their tax effect is not determined.'
      ) : (
        <>
          Together the answers can change the figures by up to{' '}
          <Money amount={most} currency={year.currency} />
          {unknown > 0 && `; tax effect not determined: ${unknown.toLocaleString()}`}.
        </>
      ),
      to: `${paths.transactions}?review=true`,
      label: 'Review',
    })
  for (const { code, message } of year.filed === null ? year.qualifiers : [])
    if (code === 'method_off_record')
      points.push({
        id: code,
        title: 'The method was not on record.',
        text: message,
        to: paths.taxMethods(year.year),
        label: 'Methods',
      })
  for (const { account_name, disposals } of rests?.forms_expected ?? [])
    points.push({
      id: `form ${account_name}`,
      title: `A Form 1099-DA is expected from ${shortAccount(account_name)}.`,
      text: `It decides the box of ${counted(disposals, 'disposal')}.`,
      to: `${paths.brokerLines(year.year)}&enter=true`,
      label: 'Enter Form 1099-DA',
    })
  if (year.filed === null && forms !== undefined && forms.missing.length > 0)
    points.push({
      id: 'removals',
      title: 'Details of gifts, donations and losses are missing.',
      text: `${forms.missing.slice(0, 3).join('; ')}${forms.missing.length > 3 ? '; and more' : ''}.`,
      to: `/tax_filing?year=${year.year.toString()}#removals`,
      label: 'Enter details',
    })
  if (plan !== undefined)
    points.push({
      id: 'plan',
      title: `Your plan for ${year.year.toString()} does not cover its transactions.`,
      text: `Forms can be downloaded with ${plan.name}.`,
      to: plan.path,
      label: 'See the plans',
    })
  return points
}

function readyOf(
  { calculation, changes_since, counts, filed }: OneYear,
  amendment: Amendment | undefined,
): Point[] {
  const { invariants, finished_at, settings } = calculation
  const forms = [
    ...(counts.disposals > 0 ? [`${counted(counts.disposals, 'line')} of Form 8949`] : []),
    ...(counts.incomes > 0 ? [`${counted(counts.incomes, 'receipt')} of income`] : []),
    ...(counts.removals > 0 ? [`${counted(counts.removals, 'line')} of gifts, donations and losses`] : []),
  ]
  return [
    ...(filed === null && changes_since > 0
      ? []
      : [
          {
            id: 'current',
            title: `Calculated ${formatDateTime(finished_at)} UTC.`,
            text: `${settingsLine(settings)}.${sinceWords(changes_since, amendment)}`,
          },
        ]),
    ...(invariants > 0
      ? [
          {
            id: 'checks',
            title: 'The figures are consistent.',
            text: `${invariants.toString()} of ${invariants.toString()} checks of the calculation passed.`,
          },
        ]
      : []),
    ...(forms.length > 0
      ? [{ id: 'rows', title: 'Forms are filled in.', text: `${forms.join(', ')}.` }]
      : []),
    ...(filed === null
      ? []
      : [
          {
            id: 'filed',
            title: `Filed ${formatDay(filed.filed_on)}.`,
            text: 'The figures stay as they were sent.',
          },
        ]),
  ]
}

/** How the figures of a year stand to the history as it is; of a filed year only what is worked out is said. */
function sinceWords(changes: number, amendment: Amendment | undefined): string {
  if (amendment === undefined) return ' Nothing has changed since.'
  if (amendment.is_due || amendment.state !== 'current') return ''
  return changes === 0 ? ' Nothing has changed since.' : ' Nothing that changed since concerns this year.'
}
