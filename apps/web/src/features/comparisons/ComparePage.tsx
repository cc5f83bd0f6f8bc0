import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { stringifySearch } from '../../client/search.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatDateTime } from '../../ui/format/format-date-time.ts'
import { LoneLink } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { PastCalculation } from './calculation-differences.ts'
import { CauseTable } from './CauseTable.tsx'
import { ChangeChart } from './ChangeChart.tsx'
import type { CompareSearch } from './compare-search.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { isAtWork } from '../../client/is-at-work.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { settingsLine } from '../settings/tax-setting-words.ts'

/** Two calculations side by side: why a year's gain is not what it was, down to the row. */
export function ComparePage() {
  const search = useSearch({ from: '/signed-in/shell/customer/tax/compare' })
  const router = useRouter()
  const { data, error, refetch, isFetching } = useQuery(
    api.tax.calculations.queryOptions({
      select: (answer) => answer.data.filter(({ state }) => state === 'done'),
    }),
  )
  const show = (next: CompareSearch) =>
    router.history.replace(paths.compareCalculations + stringifySearch({ ...next }))
  const before = search.before ?? data?.[1]?.id
  const after = search.after ?? data?.[0]?.id

  if (data === undefined) {
    return (
      <Page title="Compare calculations">
        {error === null ? (
          <Waiting />
        ) : (
          <Card>
            <ErrorState
              title="Your calculations could not be loaded"
              text={toApiError(error).message}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          </Card>
        )}
      </Page>
    )
  }
  if (before === undefined || after === undefined) {
    return (
      <Page title="Compare calculations">
        <Card>
          <EmptyState
            title="Nothing to compare yet"
            text="Lotbook keeps every calculation. Once you have two, this page explains why their figures differ."
            actions={<LoneLink to={paths.tax}>Calculations</LoneLink>}
          />
        </Card>
      </Page>
    )
  }
  return (
    <Page title="Compare calculations" summary="Why a year's figures changed, row by row.">
      <div className="grid gap-6">
        <TaxCurrencyNote />
        <Card>
          <div className="grid gap-4 md:grid-cols-2">
            <Choice
              label="Before"
              value={before}
              calculations={data}
              onChange={(one) => show({ before: one, after })}
            />
            <Choice
              label="After"
              value={after}
              calculations={data}
              onChange={(one) => show({ before, after: one })}
            />
          </div>
        </Card>
        {before === after ? (
          <Card>
            <EmptyState
              title="These are the same calculation"
              text="Choose a different one on either side."
            />
          </Card>
        ) : (
          <Compared before={before} after={after} search={search} onShow={show} />
        )}
      </div>
    </Page>
  )
}

function Choice({
  label,
  value,
  calculations,
  onChange,
}: {
  label: string
  value: string
  calculations: readonly PastCalculation[]
  onChange: (id: string) => void
}) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {calculations.every(({ id }) => id !== value) && <option value={value}>An older calculation</option>}
        {calculations.map(({ id, finished_at, settings }) => (
          <option key={id} value={id}>
            {finished_at === null ? '' : `${formatDateTime(finished_at)} UTC · `}
            {settingsLine(settings)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Compared({
  before,
  after,
  search,
  onShow,
}: {
  before: string
  after: string
  search: CompareSearch
  onShow: (search: CompareSearch) => void
}) {
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.comparisons.create.queryOptions({
      input: { before, after },
      select: (answer) => answer.data,
      // The server announces a finished comparison; asking again is for when no message arrives.
      refetchInterval: ({ state }) => (isAtWork(state.data?.data.state) ? 2_000 : false),
    }),
  )
  if (data === undefined && error === null) return <Waiting />
  if (data === undefined || data.state === 'failed') {
    return (
      <Card>
        <ErrorState
          title="These calculations could not be compared"
          text={data?.reason ?? toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  if (data.state !== 'done') return <Waiting />
  const [newest] = data.years.toReversed()
  if (newest === undefined) {
    return (
      <Card>
        <EmptyState
          title="No difference"
          text="Every disposal, income and removal of every year is the same in both."
        />
      </Card>
    )
  }
  const { year: asked } = search
  if (asked !== undefined && data.years.every(({ year }) => year !== asked)) {
    return (
      <Card>
        <EmptyState
          title={`Nothing differs in ${asked.toString()}`}
          text={`Every disposal, income and removal of ${asked.toString()} is the same in both. These years differ:`}
          actions={data.years.toReversed().map(({ year }) => (
            <Button key={year} onClick={() => onShow({ before, after, year })}>
              {year}
            </Button>
          ))}
        />
      </Card>
    )
  }
  const year = data.years.find((one) => one.year === asked) ?? newest
  const cause = data.causes.find(({ n }) => n === search.cause)
  return (
    <>
      <CauseTable
        comparison={data}
        year={year.year}
        selected={cause?.n}
        onYear={(one) => onShow({ before, after, year: one })}
        onCause={(one) =>
          onShow({ before, after, year: year.year, ...(one === undefined ? {} : { cause: one }) })
        }
      />
      <ChangeChart comparison={data} year={year.year} />
      <DifferenceTable comparison={data} year={year.year} cause={cause?.n} />
    </>
  )
}

function Waiting() {
  return (
    <Loading label="comparison">
      <div className="grid gap-6">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    </Loading>
  )
}
