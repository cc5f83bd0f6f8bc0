import { Download, MessageCircleQuestion, MessageSquareWarning, Rows3, ScrollText } from 'lucide-react'
import { type ImportSource, paths } from '@lotbook/contract'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useNow } from '../../ui/use-now.ts'
import { fetchState } from './fetch-state.ts'
import { readAsOf } from './file-answers.ts'
import { counted, issuesOf, listed, statusOf } from './import-state.ts'
import { type LiveProgress, shownProgress } from './live-progress.ts'
import { refusedKeyWords } from './RenewAccess.tsx'

export interface SourceOutcomeProps {
  readonly source: ImportSource
  readonly live: LiveProgress
  readonly onShowRows: (() => void) | undefined
  readonly onShowNotes: () => void
  readonly onAnswer: () => void
}

/** How far the reading of a file is, and then what came of it. */
export function SourceOutcome({ source, live, onShowRows, onShowNotes, onAnswer }: SourceOutcomeProps) {
  const fetched = fetchState(source, useNow())
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
  const isAsking = source.status_code === 'needs_mapping'
  const readAs = readAsOf(source)
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StatusBadge {...statusOf(source, undefined)} />
        {!isAsking && source.status_code !== 'failed' && source.status_code !== 'cancelled' && (
          <span className="text-table text-ink-2">{countsOf(source)}</span>
        )}
        <span className="flex flex-wrap gap-1">
          {isAsking && (
            <Button
              size="small"
              icon={<MessageCircleQuestion aria-hidden="true" className="size-4" />}
              aria-label={`Answer the question of ${name}`}
              onClick={onAnswer}
            >
              Answer
            </Button>
          )}
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
          {source.parsed > 0 && (
            <ButtonLink
              look="quiet"
              size="small"
              to={paths.exportOfSource(source.id, source.group_id)}
              icon={<Download aria-hidden="true" className="size-4" />}
              aria-label={`Export what ${name} brought`}
            >
              Export
            </ButtonLink>
          )}
          {(source.error_count > 0 || source.status_code === 'failed') && (
            <ButtonLink
              look="quiet"
              size="small"
              to={paths.errorLogs(source.id)}
              icon={<ScrollText aria-hidden="true" className="size-4" />}
              aria-label={`Error log of ${name}`}
            >
              Error log
            </ButtonLink>
          )}
        </span>
      </div>
      {fetched.length > 0 && <p className="text-table break-words text-ink-2">{fetched.join(' ')}</p>}
      {source.also_in.length > 0 && (
        <p className="text-table break-words text-ink-2">
          More rows from it are in {listed(source.also_in)}.
        </p>
      )}
      {source.reason !== null && (
        <p className={cx('break-words text-table', isAsking ? 'text-ink' : 'text-danger')}>{source.reason}</p>
      )}
      {source.refused_key !== null && source.status_code !== 'needs_key' && (
        <p className="text-table break-words text-ink-2">{refusedKeyWords(source)}</p>
      )}
      {readAs !== undefined && !isAsking && (
        <p className="text-table break-words text-ink-2">
          {readAs}{' '}
          <button
            type="button"
            aria-label={`Change how ${name} was read`}
            onClick={onAnswer}
            className="min-h-6 rounded-[2px] font-medium text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover pointer-coarse:min-h-11"
          >
            Change
          </button>
        </p>
      )}
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
