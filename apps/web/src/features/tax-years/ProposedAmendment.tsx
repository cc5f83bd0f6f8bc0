import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type OneYear, paths } from '@lotbook/contract'
import { formatDecimal, plus } from '@lotbook/money'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useTaxCalculation } from '../../client/use-tax-calculation.ts'
import { useSlots } from '../../client/slots.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { addUpAsShown, ROUNDED_ONE_BY_ONE } from '../../ui/format/rounded-sums.ts'
import { TextLink } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useIsMobile } from '../../ui/use-media.ts'
import { Gain, Money } from '../../ui/Values.tsx'
import { amendmentWords } from '../road/amendment-words.ts'
import { useAmendment } from '../road/use-amendment.ts'
import { FiledLots } from './FiledLots.tsx'
import { isAtWork } from '../../client/is-at-work.ts'
import { longTerm } from '../../ui/format/long-term.ts'

/** The effect of later changes on a filed year: before, after, and the difference. */
export function ProposedAmendment({ year, filed }: { year: OneYear; filed: NonNullable<OneYear['filed']> }) {
  const { AmendmentFiles, AmendedReturn } = useSlots()
  const { newest_calculation_id: after } = filed
  const before = year.calculation.id
  const isMobile = useIsMobile()
  const known = useAmendment(year.year)
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.comparisons.create.queryOptions({
      input: { before, after },
      select: (answer) => answer.data,
      enabled: before !== after,
      refetchInterval: ({ state }) => (isAtWork(state.data?.data.state) ? 2_000 : false),
    }),
  )
  if (before === after) return <NotCalculated year={year.year} />
  if (error !== null || data?.state === 'failed') {
    return (
      <Card title="Proposed amendment">
        <ErrorState
          title="What changed since could not be worked out"
          text={data?.reason ?? toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  if (data?.state !== 'done') {
    return (
      <Card title="Proposed amendment">
        <Loading label="amendment">
          <Skeleton className="h-24 w-full" />
        </Loading>
      </Card>
    )
  }
  const change = data.years.find((one) => one.year === year.year)
  if (change === undefined) {
    if (known !== undefined && known.amendment.form_lines > 0)
      return <ByForms year={year.year} known={known} />
    return (
      <Card title="Proposed amendment" flush>
        <p className="p-4 text-ink-2">
          Nothing in {year.year} has changed since it was filed. No amendment is needed.
        </p>
        <FiledLots year={year.year} lots={filed.lots} differs={false} />
      </Card>
    )
  }
  const lines = [
    { name: 'Net gain', was: year.net_gain.value, by: change.gain },
    { name: 'Short-term', was: year.short.gain.value, by: change.short },
    { name: 'Long-term', was: year.long.gain.value, by: longTerm(change) },
    { name: 'Income', was: year.income.value, by: change.income },
    { name: 'Donation deduction', was: year.donation_deduction.value, by: change.deduction },
  ]
  const [net, short, long] = lines.map(({ was, by }) => [was, nowOf(was, by), by] as const)
  const addsUp =
    lines.every(({ was, by }) => addUpAsShown([was, by], nowOf(was, by), year.currency)) &&
    net?.every((sum, i) => addUpAsShown([short?.[i] ?? '0', long?.[i] ?? '0'], sum, year.currency)) === true
  const cell = 'px-4 py-2 text-right tabular-nums'
  return (
    <Card
      title="Proposed amendment"
      flush
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <TextLink
            to={`${paths.compareCalculations}?before=${before}&after=${after}&year=${year.year.toString()}`}
          >
            {change.rows === 1
              ? '1 row and its cause'
              : `${change.rows.toLocaleString()} rows and their causes`}
          </TextLink>
          <Suspense>
            <AmendmentFiles year={year.year} />
          </Suspense>
        </div>
      }
    >
      {isMobile ? (
        <ul aria-label={`Proposed amendment of ${year.year.toString()}`} className="divide-y divide-line">
          {lines.map(({ name, was, by }) => (
            <li key={name} className="grid gap-1 px-4 py-3">
              <span className="font-medium">{name}</span>
              <Facts>
                <FactRow name="As filed">
                  <Money amount={was} currency={year.currency} />
                </FactRow>
                <FactRow name="Now">
                  <Money amount={nowOf(was, by)} currency={year.currency} />
                </FactRow>
                <FactRow name="Change">
                  <Gain amount={by} currency={year.currency} />
                </FactRow>
              </Facts>
            </li>
          ))}
        </ul>
      ) : (
        <div
          role="region"
          aria-label="Figures of the amendment"
          // Scrolls by keyboard where it is wider than its card.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="overflow-x-auto"
        >
          <table className="w-full text-table">
            <caption className="sr-only">Proposed amendment of {year.year}</caption>
            <thead>
              <tr className="border-b border-line text-ink-2">
                <th scope="col" className="px-4 py-2 text-left font-medium">
                  Figure
                </th>
                {['As filed', 'Now', 'Change'].map((head) => (
                  <th key={head} scope="col" className={`${cell} font-medium`}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ name, was, by }) => (
                <tr key={name} className="border-b border-line last:border-b-0">
                  <th scope="row" className="px-4 py-2 text-left font-normal">
                    {name}
                  </th>
                  <td className={cell}>
                    <Money amount={was} currency={year.currency} />
                  </td>
                  <td className={cell}>
                    <Money amount={nowOf(was, by)} currency={year.currency} />
                  </td>
                  <td className={cell}>
                    <Gain amount={by} currency={year.currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!addsUp && (
        <p className="border-t border-line px-4 py-3 text-table text-ink-2">{ROUNDED_ONE_BY_ONE}</p>
      )}
      {known !== undefined && known.amendment.form_lines > 0 && (
        <p className="border-t border-line px-4 py-3">
          <FormLines lines={known.amendment.form_lines} year={year.year} />
        </p>
      )}
      <Suspense fallback={<Skeleton className="m-4 h-40" />}>
        <AmendedReturn year={year.year} currency={year.currency} calculationId={after} />
      </Suspense>
      <FiledLots year={year.year} lots={filed.lots} differs />
    </Card>
  )
}

/** An amendment that is known before anything was calculated again: its money, and the way to its rows. */
function NotCalculated({ year }: { readonly year: number }) {
  const known = useAmendment(year)
  const { start, isStarting } = useTaxCalculation()
  if (known?.amendment.is_due !== true) return null
  if (known.amendment.form_lines > 0 && known.amendment.state === 'current')
    return <ByForms year={year} known={known} />
  return (
    <Card title="Proposed amendment">
      <p className="mb-4 max-w-[68ch] text-ink-2">
        {amendmentWords(known.amendment, known.currency)} Calculate again to see the rows, their causes and
        the files of an amended return. The figures above stay as they were filed.
      </p>
      <Button busy={isStarting} onClick={() => start({ recalculate: false, tax_year: year })}>
        Calculate again
      </Button>
    </Card>
  )
}

/** An amendment that Forms 1099-DA alone make: no figure moves, and its rows stand in other boxes and columns. */
function ByForms({
  year,
  known,
}: {
  readonly year: number
  readonly known: NonNullable<ReturnType<typeof useAmendment>>
}) {
  const { AmendmentFiles } = useSlots()
  return (
    <Card title="Proposed amendment">
      <p className="mb-2 max-w-[68ch]">{amendmentWords(known.amendment, known.currency)}</p>
      <p className="mb-4 max-w-[68ch] text-ink-2">
        <FormLines lines={known.amendment.form_lines} year={year} />
      </p>
      <div className="flex flex-wrap gap-2">
        <Suspense>
          <AmendmentFiles year={year} />
        </Suspense>
      </div>
    </Card>
  )
}

function FormLines({ lines, year }: { readonly lines: number; readonly year: number }) {
  return (
    <>
      {lines.toLocaleString()} {lines === 1 ? 'line' : 'lines'} of{' '}
      <TextLink to={paths.brokerLines(year)}>Form 1099-DA</TextLink> came or changed after filing. Form 8949
      would have other boxes, codes or columns.
    </>
  )
}

const nowOf = (was: string, by: string) => formatDecimal(plus(readAmount(was), readAmount(by)))
