import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format/format-date-time.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { eventWords } from './access-words.ts'

/** Acts of others in one's books, the newest first: the audit trail itself. */
export function AccessLog() {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    api.professionals.accessLog.infiniteOptions({
      input: (before: string | undefined) => (before === undefined ? {} : { before }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
  if (error !== null) return <p className="px-card py-4 text-danger">{toApiError(error).message}</p>
  if (data === undefined)
    return (
      <Loading label="what others did">
        <Skeleton className="mx-card my-4 h-16" />
      </Loading>
    )
  const rows = data.pages.flatMap((page) => page.rows)
  if (rows.length === 0)
    return <p className="px-card pt-3 pb-5 text-ink-2">Nobody else has opened your books.</p>
  return (
    <>
      <ol className="divide-y divide-line pt-1">
        {rows.map(({ at, name, email, reason, ...event }, index) => (
          // Rows are only ever added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex flex-wrap justify-between gap-x-4 px-card py-2.5">
            <span className="min-w-0 wrap-anywhere">
              {name} {eventWords(event)}
              {name !== email && <span className="text-ink-2"> {email}</span>}
              {reason !== null && <span className="block text-ink-2">Reason: {reason}</span>}
            </span>
            <time dateTime={at} className="text-table whitespace-nowrap text-ink-2">
              {formatDateTime(at)} UTC
            </time>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="px-card py-3">
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier
          </Button>
        </div>
      )}
    </>
  )
}
