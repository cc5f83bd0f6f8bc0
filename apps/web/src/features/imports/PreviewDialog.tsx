import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { FileSummary } from './FileSummary.tsx'
import { PreviewRows } from './PreviewRows.tsx'

/** Contents of an uploaded file: a summary, and its rows as they came beside the transactions made of each. */
export function PreviewDialog({ uploadId, onClose }: { uploadId: string; onClose: () => void }) {
  // The first rows of the pages gone through; the last is the one shown.
  const [starts, setStarts] = useState<readonly number[]>([1])
  const from = starts.at(-1) ?? 1
  const { data, error, refetch, isFetching } = useQuery({
    ...api.imports.preview.queryOptions({ input: { id: uploadId, from } }),
    staleTime: Infinity, // an uploaded file does not change
    placeholderData: keepPreviousData,
  })
  const last = data?.rows.at(-1)?.row ?? from
  const first = data?.rows[0]?.row ?? from

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={data?.file_name ?? 'Rows'}
      width="wide"
      footer={
        data !== undefined &&
        data.rows.length > 0 && (
          <Pager
            label="rows"
            from={first}
            to={last}
            total={data.data_rows}
            onPrevious={starts.length > 1 ? () => setStarts(starts.slice(0, -1)) : undefined}
            onNext={last < data.data_rows ? () => setStarts([...starts, last + 1]) : undefined}
          />
        )
      }
    >
      {data === undefined ? (
        error === null ? (
          <Loading label="rows">
            <div className="grid gap-2">
              {[1, 2, 3, 4, 5].map((n) => (
                <Skeleton key={n} className="h-11 w-full" />
              ))}
            </div>
          </Loading>
        ) : (
          <ErrorState
            title="The rows could not be shown"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div aria-busy={isFetching} className={cx(isFetching && 'opacity-60')}>
          <FileSummary preview={data} />
          {data.message !== null && <p className="mb-3 text-danger">{data.message}</p>}
          <PreviewRows preview={data} />
        </div>
      )}
    </Dialog>
  )
}
