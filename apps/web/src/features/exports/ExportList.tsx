import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ExportRow } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { useStart } from '../../client/start.ts'
import { toApiError } from '../../client/api-error.ts'
import { IconButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { ByHand } from './ByHand.tsx'
import { formatSize } from '../../ui/format/format-size.ts'
import { exportWords, isBeingMade, makerText, progressText } from './export-words.ts'
import { PrintNotes } from './PrintNotes.tsx'
import { downloadUrl, type useExports } from './use-exports.ts'

type Made = Pick<ReturnType<typeof useExports>, 'exports' | 'error' | 'isFetching' | 'refetch'>

/** Exports made so far, to fetch again, to check and to delete. */
export function ExportList({ exports, error, isFetching, refetch }: Made) {
  const client = useQueryClient()
  const [doomed, setDoomed] = useState<ExportRow>()
  const remove = useMutation(
    laterApi.exports.remove.mutationOptions({
      onSuccess: async () => {
        setDoomed(undefined)
        toastDone('Export deleted')
        await client.invalidateQueries({ queryKey: laterApi.exports.key() })
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )

  if (exports === undefined) {
    return error === null ? (
      <Loading label="exports">
        <div className="px-card py-4">
          <Skeleton className="h-10 w-full" />
        </div>
      </Loading>
    ) : (
      <ErrorState
        title="Your exports could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (exports.length === 0) {
    return <EmptyState title="No exports yet" text="Exports you create are kept here for 30 days." />
  }
  return (
    <>
      <ul aria-label="Exports" className="divide-y divide-line">
        {exports.map((row) => (
          <MadeExport key={row.id} row={row} onDelete={() => setDoomed(row)} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={doomed !== undefined}
        title="Delete export"
        text={`Delete ${doomed?.file_name ?? 'this export'}?`}
        consequence="Your transactions and results stay. The file can be made again."
        confirm="Delete"
        isDestructive
        busy={remove.isPending}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => doomed !== undefined && remove.mutate({ id: doomed.id })}
      />
    </>
  )
}

function MadeExport({ row, onDelete }: { row: ExportRow; onDelete: () => void }) {
  const { viewing } = useStart().get_user_role
  const { look, label } = states[row.state]
  const maker = makerText(row, viewing !== null)
  const name = row.file_name ?? exportWords[row.kind].name
  return (
    <li className="flex items-start justify-between gap-3 px-card py-3">
      <div className="min-w-0">
        <p className="truncate font-medium" title={name}>
          {exportWords[row.kind].name}
          {row.tax_year !== null && ` ${row.tax_year.toString()}`}
        </p>
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-table text-ink-2">
          <StatusBadge look={look} label={label} />
          {row.pages !== null && <span>{progressText(row)}</span>}
          {row.rows !== null && <span>{row.rows.toLocaleString()} rows</span>}
          {row.kind === 'transactions-csv' && <span className="break-all">{row.file_name}</span>}
          {row.size_bytes !== null && <span>{formatSize(row.size_bytes)}</span>}
          <DateTime instant={row.created_at} zone />
        </p>
        {maker !== undefined && <p className="text-table text-ink-2">{maker}</p>}
        {row.reason !== null && <p className="text-table text-danger">{row.reason}</p>}
        {row.sha256 !== null && (
          <p className="flex items-center gap-1 text-caption text-ink-3">
            SHA-256 <span className="font-mono">{row.sha256.slice(0, 12)}…</span>
            <CopyButton text={row.sha256} label="Copy SHA-256" />
          </p>
        )}
        <ByHand items={row.by_hand} />
        <PrintNotes notes={row.notes} />
      </div>
      <div className="flex shrink-0 gap-1">
        {row.state === 'done' && row.can_download && (
          <Tooltip text="Download">
            <a
              href={downloadUrl(row)}
              download={row.file_name ?? true}
              aria-label={`Download ${name}`}
              className="inline-flex size-8 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
            >
              <Download aria-hidden="true" className="size-4" />
            </a>
          </Tooltip>
        )}
        <IconButton
          label={`Delete ${name}`}
          disabledReason={isBeingMade(row) ? 'This export is still being created.' : undefined}
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </li>
  )
}

const states: Record<ExportRow['state'], { look: StatusLook; label: string }> = {
  queued: { look: 'waiting', label: 'Queued' },
  running: { look: 'running', label: 'In progress' },
  done: { look: 'done', label: 'Done' },
  failed: { look: 'failed', label: 'Failed' },
  cancelled: { look: 'optional', label: 'Stopped' },
}
