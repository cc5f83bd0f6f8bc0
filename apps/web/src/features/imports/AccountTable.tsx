import { ChevronDown, ChevronRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type ImportHistory, paths } from '@lotbook/contract'
import { Button, IconButton } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { formatAgo, localAndIso } from '../../ui/format/format-date-time.ts'
import { TextLink } from '../../ui/Link.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useIsMobile } from '../../ui/use-media.ts'
import { useIsRegistered } from '../../client/use-is-registered.ts'
import { useNow } from '../../ui/use-now.ts'
import { AccountName } from './AccountName.tsx'
import { counted, issuesOf, nameOf, needsAccess, statusOf } from './import-state.ts'
import { type LiveProgress, shownProgress } from './live-progress.ts'
import { useLiveProgress } from './use-live-progress.ts'
import { US_BASED_HINT, UsBased } from './UsBased.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const RenewAccess = lazyPart(async () => (await import('./RenewAccess.tsx')).RenewAccess)

const AccountMenu = lazyPart(async () => (await import('./AccountMenu.tsx')).AccountMenu)
const AnswerDialog = lazyPart(async () => (await import('./AnswerDialog.tsx')).AnswerDialog)
const AccountSources = lazyPart(async () => (await import('./AccountSources.tsx')).AccountSources)

/** The accounts; each opens into the files inside it. */
export function AccountTable({ rows }: { rows: readonly ImportHistory[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [renaming, setRenaming] = useState<string>()
  const [answering, setAnswering] = useState<string>()
  const live = useLiveProgress()
  const now = useNow()
  const isMobile = useIsMobile()

  function toggle({ id }: ImportHistory) {
    setOpen((shown) =>
      shown.has(id) ? new Set([...shown].filter((one) => one !== id)) : new Set([...shown, id]),
    )
  }

  const expander = (row: ImportHistory) => {
    const Icon = open.has(row.id) ? ChevronDown : ChevronRight
    return (
      <IconButton
        label={`${open.has(row.id) ? 'Hide' : 'Show'} files of ${nameOf(row)}`}
        aria-expanded={open.has(row.id)}
        onClick={() => toggle(row)}
      >
        <Icon aria-hidden="true" className="size-4" />
      </IconButton>
    )
  }
  const menu = (row: ImportHistory) => (
    <Suspense fallback={<span className="inline-block size-8" />}>
      <AccountMenu row={row} onRename={() => setRenaming(row.id)} />
    </Suspense>
  )
  const name = (row: ImportHistory) => (
    <AccountName
      row={row}
      isRenaming={renaming === row.id}
      onRenaming={(is) => setRenaming(is ? row.id : undefined)}
    />
  )
  const status = (row: ImportHistory) => (
    <AccountStatus
      row={row}
      live={live}
      onOpen={() => toggle(row)}
      isOpen={open.has(row.id)}
      onAnswer={setAnswering}
    />
  )

  const columns: Column<ImportHistory>[] = [
    {
      id: 'account',
      head: 'Account',
      isRowHead: true,
      cell: (row) => (
        <div className="flex min-w-0 items-center gap-3">
          {expander(row)}
          <SourceLogo slug={row.account_slug} name={nameOf(row)} small />
          {name(row)}
        </div>
      ),
    },
    { id: 'type', head: 'Type', cell: (row) => types[row.type] },
    {
      id: 'synced',
      head: 'Last synced',
      cell: ({ last_synced_at }) =>
        last_synced_at === null ? (
          <span className="text-ink-3">Not yet</span>
        ) : (
          <span className="whitespace-nowrap" title={localAndIso(last_synced_at)}>
            {formatAgo(last_synced_at, now)}
          </span>
        ),
    },
    { id: 'transactions', head: 'Transactions', isNumeric: true, cell: (row) => <Transactions row={row} /> },
    { id: 'status', head: 'Status', cell: status },
    { id: 'us', head: 'US based', cell: (row) => <UsBased row={row} /> },
    { id: 'menu', head: 'Actions', hideHead: true, isNumeric: true, cell: menu },
  ]

  return (
    <>
      <DataTable
        caption="Imported accounts"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        below={(row) => {
          if (!open.has(row.id)) return null
          const sources = (
            <Suspense>
              <AccountSources accountId={row.id} live={live} />
            </Suspense>
          )
          if (isMobile) return <div className="py-2">{sources}</div>
          return (
            <tr>
              <td colSpan={columns.length} className="bg-sunken px-4 py-3 md:pl-16">
                {sources}
              </td>
            </tr>
          )
        }}
        narrow={(row) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <div className="flex items-center gap-2">
              {expander(row)}
              <SourceLogo slug={row.account_slug} name={nameOf(row)} small />
              <div className="min-w-0 grow">{name(row)}</div>
              {menu(row)}
            </div>
            <div className="flex items-center justify-between gap-4">
              {status(row)}
              <span className="text-right text-table text-ink-2">
                <Transactions row={row} hasUnit />
              </span>
            </div>
            <UsBased row={row} hasLabel />
          </div>
        )}
      />
      <p className="border-t border-line px-4 py-2 text-caption text-ink-2 md:px-6">
        US based: <span id={US_BASED_HINT}>held with a company in the United States.</span> Exports show it;
        it does not change your gains.
      </p>
      {answering !== undefined && (
        <Suspense>
          <AnswerDialog sourceId={answering} onClose={() => setAnswering(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const types: Record<ImportHistory['type'], string> = {
  api: 'API',
  wallet: 'Wallet',
  manual: 'Manual',
  CSV: 'CSV',
}

function Transactions({ row, hasUnit = false }: { row: ImportHistory; hasUnit?: boolean }) {
  const isRegistered = useIsRegistered()
  const text = hasUnit
    ? counted(row.total_transactions, 'transaction')
    : row.total_transactions.toLocaleString()
  const to = paths.transactionsOf(row.id)
  if (row.total_transactions === 0 || !isRegistered(to)) return text
  return (
    <>
      <TextLink to={to} aria-label={`${counted(row.total_transactions, 'transaction')} of ${nameOf(row)}`}>
        {text}
      </TextLink>
      {row.joined_transactions > 0 && (
        <span className="block text-right text-caption text-ink-3">
          {row.joined_transactions.toLocaleString()} arrived by transfer
        </span>
      )}
    </>
  )
}

interface AccountStatusProps {
  readonly row: ImportHistory
  readonly live: LiveProgress
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onAnswer: (sourceId: string) => void
}

function AccountStatus({ row, live, isOpen, onOpen, onAnswer }: AccountStatusProps) {
  const progress = row.source_id === null ? undefined : shownProgress({ ...row, id: row.source_id }, live)
  const issues = issuesOf(row)
  const { question } = row
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <StatusBadge {...statusOf(row, progress)} />
      {progress === undefined && question !== null && (
        <>
          <Button
            size="small"
            aria-label={`Answer the question of ${question.file_name ?? nameOf(row)}`}
            onClick={() => onAnswer(question.source_id)}
          >
            Answer
          </Button>
          <span className="min-w-48 basis-full text-table break-words whitespace-normal text-ink-2">
            {question.file_name}: {question.message}
          </span>
        </>
      )}
      {progress === undefined && needsAccess(row) && (
        <Suspense>
          <RenewAccess row={row} name={nameOf(row)} />
        </Suspense>
      )}
      {progress === undefined && issues !== undefined && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`View ${issues} of ${nameOf(row)}`}
          onClick={onOpen}
          className="min-h-6 rounded-[2px] text-table font-medium text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover pointer-coarse:min-h-11"
        >
          View
        </button>
      )}
    </span>
  )
}
