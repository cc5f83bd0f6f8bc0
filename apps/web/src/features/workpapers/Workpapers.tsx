import { useQuery } from '@tanstack/react-query'
import type { WorkpapersOfYear } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { PrintLink } from '../../ui/PrintLink.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { OpenPoints } from './OpenPoints.tsx'
import { Questions } from './Questions.tsx'
import { StepList } from './StepList.tsx'
import { inBooksOf } from './use-papers.ts'

/** The professional's papers of a client's year: steps with sign-offs, questions, open points, and what was verified. */
export function Workpapers({ clientId, year }: { readonly clientId: string; readonly year: number }) {
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.workpapers.ofYear.queryOptions({
      input: { tax_year: year, ...inBooksOf(clientId) },
      select: (answer) => answer.data,
      refetchOnMount: 'always',
    }),
  )
  if (data === undefined)
    return error === null ? (
      <Loading label="the workpapers">
        <Skeleton className="h-80 w-full" />
      </Loading>
    ) : (
      <Card>
        <ErrorState
          title="The workpapers could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  const signed = data.steps.filter(
    ({ sign_off }) => sign_off !== null && sign_off.changed_since === null,
  ).length
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-6">
        <Card
          flush
          title={`Steps of ${year}`}
          actions={
            <span className="text-table text-ink-2">
              {signed} of {data.steps.length} signed off
            </span>
          }
        >
          <StepList steps={data.steps} year={year} clientId={clientId} canSign />
        </Card>
        <Questions clientId={clientId} year={year} />
      </div>
      <div className="grid min-w-0 gap-6">
        <OpenPoints points={data.points} year={year} clientId={clientId} />
        <Ticks papers={data} />
        {(data.steps.some(({ sign_off }) => sign_off !== null) || data.ticked + data.points.length > 0) && (
          <div>
            <PrintLink
              href={`${apiHost()}/workpapers/bundle.zip?tax_year=${year}&client_id=${encodeURIComponent(clientId)}`}
            >
              Download the papers .zip
            </PrintLink>
          </div>
        )}
        <p className="text-caption text-ink-3">
          Your client can read all of this, and has it in the filing packet of the year.
        </p>
      </div>
    </div>
  )
}

function Ticks({ papers }: { readonly papers: WorkpapersOfYear }) {
  const { transactions, ticked, tick_marks: marks } = papers
  return (
    <Card title="Verified to source">
      <p>
        {ticked.toLocaleString()} of {transactions.toLocaleString()} transactions.
      </p>
      {marks.length === 0 ? (
        <p className="mt-2 text-ink-2">View as the client, open a transaction, and mark it there.</p>
      ) : (
        <ul className="mt-3 grid gap-3">
          {marks.map(({ transaction_id, text, name, at, note, is_changed }) => (
            <li key={transaction_id} className="min-w-0">
              <p className="wrap-anywhere">{text}</p>
              <p className="text-caption text-ink-2 wrap-anywhere">
                {name}, {formatDay(at)}
                {note !== '' && `: ${note}`}
              </p>
              {is_changed && <StatusBadge look="warn" label="Changed since" />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
