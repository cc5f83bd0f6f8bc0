import { useQuery } from '@tanstack/react-query'
import type { PriceProblem } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

/** The rows of a stored file that were not used. */
export function PriceProblems({ fileId, onClose }: { fileId: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.prices.problems.queryOptions({ input: { id: fileId } }),
  )
  return (
    <Sheet isOpen onClose={onClose} title={data?.file_name ?? 'Rows not used'}>
      {data !== undefined ? (
        // Nothing in it takes the focus: so it does itself, and scrolls by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div role="region" aria-label="Rows not used" tabIndex={0}>
          <ProblemList problems={data.data} total={data.total} />
        </div>
      ) : error === null ? (
        <Loading label="rows not used">
          <Skeleton className="h-16 w-full" />
        </Loading>
      ) : (
        <ErrorState
          title="The rows could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Sheet>
  )
}

/** Rows that were not used: line, column, what stands there, and why. */
export function ProblemList({ problems, total }: { problems: readonly PriceProblem[]; total: number }) {
  return (
    <>
      <ul aria-label="Rows not used" className="divide-y divide-line">
        {problems.map(({ line, column, value, message }) => (
          <li key={`${line.toString()} ${column ?? ''}`} className="py-2">
            <p className="text-table text-ink-2">
              Line {line.toLocaleString()}
              {column !== null && `, column ${column}`}
            </p>
            <p>{message}</p>
            {value !== null && value !== '' && (
              <p className="font-mono text-caption break-all text-ink-2">{value}</p>
            )}
          </li>
        ))}
      </ul>
      {total > problems.length && (
        <p className="mt-2 text-table text-ink-2">
          These are the first {problems.length.toLocaleString()} of {total.toLocaleString()}.
        </p>
      )}
    </>
  )
}
