import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleX, Info, SkipForward } from 'lucide-react'
import { useState } from 'react'
import type { ImportFinding } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Select } from '../../ui/Select.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { counted } from './import-state.ts'

const severities: Record<ImportFinding['severity'], { label: string; Icon: typeof Info; colour: string }> = {
  error: { label: 'Error', Icon: CircleX, colour: 'text-danger' },
  note: { label: 'Note', Icon: Info, colour: 'text-info' },
  skipped: { label: 'Left out', Icon: SkipForward, colour: 'text-ink-3' },
}

/** Findings on the rows of a file: errors of rows that could not be used, and notes on rows that were. */
export function FindingsSheet({ sourceId, onClose }: { sourceId: string; onClose: () => void }) {
  const [severity, setSeverity] = useState<ImportFinding['severity'] | 'all'>('all')
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery({
    ...api.imports.findings.queryOptions({
      input: { id: sourceId, page, ...(severity === 'all' ? {} : { severity }) },
    }),
    placeholderData: keepPreviousData,
  })

  return (
    <Sheet isOpen onClose={onClose} title={data?.file_name ?? 'Notes and errors'}>
      {data === undefined ? (
        error === null ? (
          <Loading label="notes and errors">
            <Skeleton className="h-16 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="The notes could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <>
          <div className="mb-3 flex items-center justify-between gap-4">
            <p role="status" className="text-table text-ink-2">
              {counted(data.meta.total_count, 'row')}
            </p>
            <Select
              small
              aria-label="Show"
              className="w-40"
              value={severity}
              onChange={({ target }) => {
                setSeverity(target.value as typeof severity)
                setPage(1)
              }}
            >
              <option value="all">All</option>
              <option value="error">Errors</option>
              <option value="note">Notes</option>
              <option value="skipped">Left out</option>
            </Select>
          </div>
          {data.data.length === 0 ? (
            <EmptyState title="Nothing to report" text="No rows of this kind." />
          ) : (
            <ul className="divide-y divide-line">
              {data.data.map((finding, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- one row can have two findings alike
                <Finding key={`${data.meta.current_page.toString()} ${at.toString()}`} finding={finding} />
              ))}
            </ul>
          )}
          {data.meta.total_pages > 1 && (
            <div className="mt-3 flex justify-end">
              <Pager
                label="findings"
                from={(data.meta.current_page - 1) * data.meta.per_page + 1}
                to={(data.meta.current_page - 1) * data.meta.per_page + data.data.length}
                total={data.meta.total_count}
                onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
                onNext={page < data.meta.total_pages ? () => setPage(page + 1) : undefined}
              />
            </div>
          )}
        </>
      )}
    </Sheet>
  )
}

function Finding({ finding: { severity, line, column, value, message } }: { finding: ImportFinding }) {
  const { label, Icon, colour } = severities[severity]
  const place = [
    ...(line === null ? [] : [`line ${line.toLocaleString()}`]),
    ...(column === null ? [] : [`column ${column}`]),
  ].join(', ')
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', colour)} />
      <div className="min-w-0">
        <p className="text-table text-ink-2">
          <span className="font-medium text-ink">{label}</span>
          {place !== '' && `, ${place}`}
        </p>
        <p className="break-words">{message}</p>
        {value !== null && value !== '' && (
          <p className="mt-1 font-mono text-caption break-all text-ink-2">{value}</p>
        )}
      </div>
    </li>
  )
}
