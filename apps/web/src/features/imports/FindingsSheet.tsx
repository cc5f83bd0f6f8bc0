import { useQuery } from '@tanstack/react-query'
import { CircleX, Info, SkipForward } from 'lucide-react'
import { useState } from 'react'
import type { ImportFinding } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Select } from '../../ui/Select.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { counted } from './import-state.ts'

/** As many are listed before one asks for more. */
const STEP = 100

const severities: Record<ImportFinding['severity'], { label: string; Icon: typeof Info; colour: string }> = {
  error: { label: 'Error', Icon: CircleX, colour: 'text-danger' },
  note: { label: 'Note', Icon: Info, colour: 'text-info' },
  skipped: { label: 'Left out', Icon: SkipForward, colour: 'text-ink-3' },
}

/** What the reader says of the rows of a file: those it could not use, and notes on those it did. */
export function FindingsSheet({ sourceId, onClose }: { sourceId: string; onClose: () => void }) {
  const [severity, setSeverity] = useState<ImportFinding['severity'] | 'all'>('all')
  const [most, setMost] = useState(STEP)
  const { data, error, refetch, isFetching } = useQuery(
    api.imports.findings.queryOptions({ input: { id: sourceId } }),
  )
  const found = data?.data.filter((finding) => severity === 'all' || finding.severity === severity) ?? []

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
              {counted(found.length, 'row')}
            </p>
            <Select
              small
              aria-label="Show"
              className="w-40"
              value={severity}
              onChange={({ target }) => {
                setSeverity(target.value as typeof severity)
                setMost(STEP)
              }}
            >
              <option value="all">All</option>
              <option value="error">Errors</option>
              <option value="note">Notes</option>
              <option value="skipped">Left out</option>
            </Select>
          </div>
          {found.length === 0 ? (
            <EmptyState title="Nothing to say" text="Every row of this kind was used as it stands." />
          ) : (
            <ul className="divide-y divide-line">
              {found.slice(0, most).map((finding, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- one row can have two findings alike
                <Finding key={at} finding={finding} />
              ))}
            </ul>
          )}
          {found.length > most && (
            <Button className="mt-3 w-full" onClick={() => setMost(most + STEP)}>
              Show {Math.min(STEP, found.length - most)} more of {found.length.toLocaleString()}
            </Button>
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
