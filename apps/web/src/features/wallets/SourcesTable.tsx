import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  Download,
  Ellipsis,
  MessageCircleQuestion,
  MessageSquareWarning,
  RotateCw,
  Rows3,
  ScrollText,
  Trash2,
  X,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { type ImportSource, paths, type WalletAccount, screenMessages } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatAgo, formatDay, localAndIso } from '../../ui/format/format-date-time.ts'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { fetchState } from '../imports/fetch-state.ts'
import { FileName } from '../imports/FileName.tsx'
import { counted, issuesOf, listed, statusOf } from '../imports/import-state.ts'
import { type LiveProgress, shownProgress } from '../imports/live-progress.ts'
import { deletionOf, useSourceActions } from '../imports/use-source-actions.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const AnswerDialog = lazyPart(async () => (await import('../imports/AnswerDialog.tsx')).AnswerDialog)
const PreviewDialog = lazyPart(async () => (await import('../imports/PreviewDialog.tsx')).PreviewDialog)
const FindingsSheet = lazyPart(async () => (await import('../imports/FindingsSheet.tsx')).FindingsSheet)

export interface SourcesTableProps {
  readonly row: WalletAccount
  readonly live: LiveProgress
  readonly now: Date
}

/** The sources of an account, newest first: what each brought. */
export function SourcesTable({ row, live, now }: SourcesTableProps) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery({
    ...api.wallets.importSources.queryOptions({ input: { id: row.id, page } }),
    placeholderData: keepPreviousData,
  })
  if (data === undefined) {
    return error === null ? (
      <Loading label="sources">
        <Skeleton className="m-4 h-20" />
      </Loading>
    ) : (
      <ErrorState
        title="The sources could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const { data: sources, meta } = data
  const sum = (of: (source: ImportSource) => number) =>
    sources.reduce((total, source) => total + of(source), 0).toLocaleString()
  const repeats = sources.reduce((total, { already_here }) => total + already_here, 0)
  if (sources.length === 0)
    return (
      <p className="p-5 text-table text-ink-2">Nothing was imported: its transactions were added by hand.</p>
    )
  return (
    <div className="min-w-0">
      <table className="w-full text-table tabular-nums">
        <caption className="sr-only">Sources of {row.label}</caption>
        <thead className="border-b border-line text-left text-caption text-ink-3">
          <tr>
            <th scope="col" className="h-9 pl-5 font-medium">
              Source
            </th>
            <th scope="col" className="px-2 text-right font-medium whitespace-nowrap max-sm:hidden">
              Rows read
            </th>
            <th scope="col" className="px-2 text-right font-medium">
              Used
            </th>
            <th scope="col" className="px-2 font-medium sm:min-w-32">
              Notes
            </th>
            <th scope="col" className="px-2 font-medium whitespace-nowrap max-md:hidden">
              Last synced
            </th>
            <th scope="col" className="w-10 pr-2">
              <span className="sr-only">More</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <Source key={source.id} source={source} live={live} now={now} />
          ))}
        </tbody>
        {meta.total_pages === 1 && sources.length > 1 && (
          <tfoot className="border-t border-line">
            <tr className="h-11">
              <td className="pl-5">{counted(meta.total_count, 'source')}</td>
              <td className="px-2 text-right max-sm:hidden">{sum(({ total }) => total)}</td>
              <td className="px-2 text-right">
                <span className="border-b-3 border-double border-ink font-medium">
                  {sum(({ parsed }) => parsed)}
                </span>
              </td>
              <td colSpan={3} className="px-2 text-ink-2">
                {repeats > 0 && `${repeats.toLocaleString()} already here`}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
      {meta.total_pages > 1 && (
        <div className="px-4 py-2">
          <Pager
            label={`sources of ${row.label}`}
            from={(page - 1) * meta.per_page + 1}
            to={(page - 1) * meta.per_page + sources.length}
            total={meta.total_count}
            onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
            onNext={page < meta.total_pages ? () => setPage(page + 1) : undefined}
          />
        </div>
      )}
    </div>
  )
}

type Shown = 'notes' | 'rows' | 'answer' | 'delete'

function Source({ source, live, now }: { source: ImportSource; live: LiveProgress; now: Date }) {
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const acts = useSourceActions(source)
  const fetched = fetchState(source, now)
  const name = source.file_name ?? source.account_name
  const progress = shownProgress(source, live)
  const issues = issuesOf(source)
  return (
    <tr className="border-b border-rule align-middle last:border-b-0">
      <td className="w-full max-w-0 py-2 pl-5">
        <FileName name={name} />
        <span className="block text-caption text-ink-3">{spanOf(source)}</span>
        {source.also_in.length > 0 && (
          <span className="block text-caption text-ink-2">More rows are in {listed(source.also_in)}.</span>
        )}
        {fetched.length > 0 && (
          <span className="block text-caption break-words text-ink-2">{fetched.join(' ')}</span>
        )}
        {source.reason !== null && (
          <span className="block text-caption break-words text-danger">{source.reason}</span>
        )}
        <Suspense>
          {shown === 'rows' && source.upload_id !== null && (
            <PreviewDialog uploadId={source.upload_id} onClose={close} />
          )}
          {shown === 'answer' && <AnswerDialog sourceId={source.id} onClose={close} />}
          {shown === 'notes' && <FindingsSheet sourceId={source.id} onClose={close} />}
        </Suspense>
        <ConfirmDialog
          isOpen={shown === 'delete'}
          title={screenMessages.source.deleteTitle}
          text={screenMessages.source.deleteText}
          consequence={deletionOf(source, name)}
          confirm="Delete"
          isDestructive
          busy={acts.remove.isPending}
          onConfirm={() => acts.remove.mutate(undefined, { onSuccess: close })}
          onClose={close}
        />
      </td>
      <td className="px-2 text-right max-sm:hidden">{source.total.toLocaleString()}</td>
      <td className="px-2 text-right">{source.parsed.toLocaleString()}</td>
      <td className="px-2">
        {progress !== undefined || source.status_code !== null ? (
          <StatusBadge {...notesStatus(source, progress)} wraps />
        ) : source.already_here > 0 ? (
          <span className="text-ink-2">{source.already_here.toLocaleString()} already here</span>
        ) : (
          <span className="text-ink-3">–</span>
        )}
        {progress === undefined && issues !== undefined && (
          <button
            type="button"
            aria-label={`View notes of ${name}: ${issues}`}
            onClick={() => setShown('notes')}
            className="ml-1.5 min-h-6 rounded-[2px] font-medium text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover pointer-coarse:min-h-11"
          >
            View
          </button>
        )}
      </td>
      <td className="px-2 text-ink-2 max-md:hidden">
        {source.last_sync === null ? (
          'Not yet'
        ) : (
          <span className="whitespace-nowrap" title={localAndIso(source.last_sync)}>
            {formatAgo(source.last_sync, now)}
          </span>
        )}
      </td>
      <td className="pr-2 text-right">
        <Menu
          align="end"
          items={itemsOf(source, acts, setShown)}
          trigger={(trigger) => (
            <Button
              look="quiet"
              size="small"
              aria-label={`More for ${name}`}
              className="px-2! pointer-coarse:min-w-11"
              {...trigger}
            >
              <Ellipsis aria-hidden="true" className="size-4" />
            </Button>
          )}
        />
      </td>
    </tr>
  )
}

/** "Feb 11, 2019 – Jun 14, 2023": what a source covers, else what kind of file it is. */
function spanOf({ first_at, last_at, format_name }: ImportSource): string {
  if (first_at === null || last_at === null) return format_name ?? ''
  const [from, to] = [formatDay(first_at), formatDay(last_at)]
  return from === to ? from : `${from} – ${to}`
}

function notesStatus(source: ImportSource, progress: ReturnType<typeof shownProgress>) {
  const issues = issuesOf(source)
  if (progress === undefined && source.status_code === 'notes' && issues !== undefined)
    return { look: source.error_count > 0 ? ('warn' as const) : ('notes' as const), label: issues }
  return statusOf(source, progress)
}

const shape = 'size-4 shrink-0'

function itemsOf(
  source: ImportSource,
  { cancel, retry }: ReturnType<typeof useSourceActions>,
  show: (what: Shown) => void,
): MenuItem[] {
  const isRunning = source.import_status === 'in-progress'
  const isAsking = source.status_code === 'needs_mapping'
  const canRetry = !isRunning && (source.status_code === 'failed' || source.status_code === 'cancelled')
  const hasIssues = source.error_count + source.note_count > 0
  const action = (label: string, onSelect: () => void, Icon: typeof Trash2, isDanger = false): MenuItem => ({
    kind: 'action',
    label,
    onSelect,
    isDanger,
    icon: <Icon aria-hidden="true" className={shape} />,
  })
  return [
    ...(isRunning ? [action('Cancel', () => cancel.mutate(), X)] : []),
    ...(canRetry ? [action('Try again', () => retry.mutate(), RotateCw)] : []),
    ...(isAsking || source.read_as.length > 0
      ? [action(isAsking ? 'Answer' : 'Change how it was read', () => show('answer'), MessageCircleQuestion)]
      : []),
    ...(source.upload_id === null ? [] : [action('Show rows', () => show('rows'), Rows3)]),
    ...(hasIssues ? [action('View notes', () => show('notes'), MessageSquareWarning)] : []),
    ...(source.error_count > 0 || source.status_code === 'failed'
      ? [
          {
            kind: 'link' as const,
            label: 'Error log',
            to: paths.errorLogs(source.id),
            icon: <ScrollText aria-hidden="true" className={shape} />,
          },
        ]
      : []),
    ...(source.parsed > 0
      ? [
          {
            kind: 'link' as const,
            label: 'Export transactions',
            to: paths.exportOfSource(source.id, source.group_id),
            icon: <Download aria-hidden="true" className={shape} />,
          },
        ]
      : []),
    { kind: 'separator' },
    action('Delete Source', () => show('delete'), Trash2, true),
  ]
}
