import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { LiveProgress } from './live-progress.ts'
import { SourceRow } from './SourceRow.tsx'

/** The sources inside an account: its files, newest first. */
export function AccountSources({ accountId, live }: { accountId: string; live: LiveProgress }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery({
    ...api.imports.exchangeSources.queryOptions({ input: { id: accountId, page } }),
    placeholderData: keepPreviousData,
  })
  if (data === undefined) {
    return error === null ? (
      <Loading label="files">
        <Skeleton className="h-11 w-full" />
      </Loading>
    ) : (
      <ErrorState
        title="The files could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const { total_count, total_pages, per_page: size } = data.meta
  return (
    <div className="grid gap-2">
      <ul aria-label="Files" className="divide-y divide-line rounded-card border border-line bg-surface">
        {data.data.map((source) => (
          <SourceRow key={source.id} source={source} live={live} />
        ))}
      </ul>
      {total_pages > 1 && (
        <Pager
          label="files"
          from={(page - 1) * size + 1}
          to={(page - 1) * size + data.data.length}
          total={total_count}
          onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
          onNext={page < total_pages ? () => setPage(page + 1) : undefined}
        />
      )}
    </div>
  )
}
