import { MessageSquareWarning, Rows3 } from 'lucide-react'
import type { ImportSource } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { counted, issuesOf, statusOf } from './import-state.ts'
import { type LiveProgress, shownProgress } from './live-progress.ts'

export interface SourceOutcomeProps {
  readonly source: ImportSource
  readonly live: LiveProgress
  readonly onShowRows: (() => void) | undefined
  readonly onShowNotes: () => void
}

/** How far the reading of a file is, and then what came of it. */
export function SourceOutcome({ source, live, onShowRows, onShowNotes }: SourceOutcomeProps) {
  const progress = shownProgress(source, live)
  const name = source.file_name ?? source.account_name
  if (progress !== undefined) {
    return progress.state === 'waiting' ? (
      <StatusBadge look="waiting" label="Queued" />
    ) : (
      <ProgressBar label={`Import of ${name}`} progress={progress} />
    )
  }
  const issues = issuesOf(source)
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StatusBadge {...statusOf(source, undefined)} />
        {source.status_code !== 'failed' && source.status_code !== 'cancelled' && (
          <span className="text-table text-ink-2">{countsOf(source)}</span>
        )}
        <span className="flex flex-wrap gap-1">
          {onShowRows !== undefined && (
            <Button
              look="quiet"
              size="small"
              icon={<Rows3 aria-hidden="true" className="size-4" />}
              aria-label={`Show rows of ${name}`}
              onClick={onShowRows}
            >
              Show rows
            </Button>
          )}
          {issues !== undefined && (
            <Button
              look="quiet"
              size="small"
              icon={<MessageSquareWarning aria-hidden="true" className="size-4" />}
              aria-label={`View notes of ${name}: ${issues}`}
              onClick={onShowNotes}
            >
              View notes
            </Button>
          )}
        </span>
      </div>
      {source.reason !== null && <p className="text-table text-danger">{source.reason}</p>}
    </div>
  )
}

/** "4,775 of 4,812 rows used · 37 already here · Jan 02, 2019 – Mar 03, 2024". */
export function countsOf(
  source: Pick<ImportSource, 'parsed' | 'total' | 'already_here' | 'first_at' | 'last_at'>,
) {
  const { parsed, total, already_here, first_at, last_at } = source
  return [
    `${parsed.toLocaleString()} of ${counted(total, 'row')} used`,
    ...(already_here > 0 ? [`${already_here.toLocaleString()} already here`] : []),
    ...(first_at !== null && last_at !== null ? [`${formatDay(first_at)} – ${formatDay(last_at)}`] : []),
  ].join(' · ')
}
