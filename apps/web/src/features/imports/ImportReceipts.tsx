import { useQueries } from '@tanstack/react-query'
import { PartyPopper, X } from 'lucide-react'
import { Suspense } from 'react'
import { type ImportHistory, type ImportReceipt, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { useSlots } from '../../client/slots.ts'
import { useIsRegistered } from '../../client/use-is-registered.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { allComplete, counted, nameOf, rangeOf, rowsText } from './import-state.ts'
import { ReceiptOfFile } from './ReceiptOfFile.tsx'
import { recentImports, useRecentImports } from './recent-imports.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const LikelyCost = lazyPart(async () => (await import('../billing/LikelyCost.tsx')).LikelyCost)

/** Accounts and files that are asked for: an import has one, or a few. */
const MOST = 10

export interface ImportReceiptsProps {
  readonly rows: readonly ImportHistory[]
  /** The person comes from their first import. */
  readonly isFirst: boolean
  readonly onClose: () => void
}

/** After an import: what came in, from when to when, and what could not be read; after the first also what to add next. */
export function ImportReceipts({ rows, isFirst, onClose }: ImportReceiptsProps) {
  const recent = useRecentImports()
  const close = () => {
    recentImports.clear()
    if (isFirst) onClose()
  }
  if (isFirst && rows.length > 0) return <FirstImport rows={rows} onClose={close} />
  return recent.length === 0 ? null : <LaterImport sources={recent} onClose={close} />
}

function FirstImport({ rows, onClose }: { rows: readonly ImportHistory[]; onClose: () => void }) {
  const { AddSourceButton } = useSlots()
  const isRegistered = useIsRegistered()
  const isDone = allComplete(rows)
  const files = useQueries({
    queries: rows
      .slice(0, MOST)
      .map(({ id }) => api.imports.exchangeSources.queryOptions({ input: { id, page: 1 } })),
    combine: (answers) => answers.flatMap(({ data }) => data?.data ?? []),
  })
  const covers = rangeOf(files)
  const isAsking = isDone && rows.some(({ question }) => question !== null)
  const transactions = rows.reduce((sum, row) => sum + row.total_transactions, 0)
  const asRows = rowsText(
    transactions,
    rows.reduce((sum, row) => sum + row.joined_transactions, 0),
  )
  return (
    <Receipt
      label="Your first import"
      title={
        isAsking && transactions === 0
          ? 'Your file needs an answer'
          : isDone
            ? `${counted(transactions, 'transaction')} imported`
            : 'Your first import is running'
      }
      text={
        isAsking && transactions === 0
          ? 'It can be read in more than one way, and Lotbook does not guess. Answer below; you do not need to upload it again.'
          : isDone
            ? `From ${namesOf(rows)}${covers === undefined ? '.' : `, ${formatDay(covers.from)} to ${formatDay(covers.to)}.`}`
            : `From ${namesOf(rows)}. You can leave this page; the import continues.`
      }
      sources={files.map(({ id }) => id)}
      isDone={isDone}
      onClose={onClose}
    >
      {isDone && asRows !== undefined && <p className="text-ink-2">{asRows}</p>}
      <p className="max-w-[68ch]">
        Next, add every other exchange and wallet you have used. Where coins were sent between them, both
        sides are needed. Otherwise a transfer looks like a sale or like income.
      </p>
      <div className="flex flex-wrap gap-2">
        <Suspense>
          <AddSourceButton />
        </Suspense>
        {isDone && isRegistered(paths.transactions) && (
          <ButtonLink to={paths.transactions}>View transactions</ButtonLink>
        )}
        {isDone && isRegistered(paths.onboarding(3)) && (
          <ButtonLink to={paths.onboarding(3)}>Continue to the review</ButtonLink>
        )}
      </div>
    </Receipt>
  )
}

function LaterImport({ sources, onClose }: { sources: readonly string[]; onClose: () => void }) {
  const receipts = useReceipts(sources)
  const isDone = receipts.every(({ source }) => source.import_status === 'complete')
  const covers = rangeOf(receipts.map(({ source }) => source))
  const names = receipts.map(({ source }) => source.file_name ?? source.account_name)
  if (receipts.length === 0) return null
  return (
    <Receipt
      label="Your latest import"
      title={isDone ? headlineOf(receipts) : 'Your import is running'}
      text={
        isDone
          ? `From ${shortList(names, 'file')}${covers === undefined ? '.' : `, ${formatDay(covers.from)} to ${formatDay(covers.to)}.`}`
          : `From ${shortList(names, 'file')}. You can leave this page; the import continues.`
      }
      sources={sources}
      isDone={isDone}
      onClose={onClose}
    >
      <div className="flex min-h-9 flex-wrap gap-2">
        {isDone && <ButtonLink to={paths.transactions}>View transactions</ButtonLink>}
      </div>
    </Receipt>
  )
}

interface ReceiptProps {
  readonly label: string
  readonly title: string
  readonly text: string
  readonly sources: readonly string[]
  readonly isDone: boolean
  readonly onClose: () => void
  readonly children: React.ReactNode
}

function Receipt({ label, title, text, sources, isDone, onClose, children }: ReceiptProps) {
  const receipts = useReceipts(sources)
  const left = sources.length - Math.min(sources.length, MOST)
  return (
    <section
      aria-label={label}
      className="flex min-h-[inherit] items-start gap-4 rounded-card border border-line bg-gain-soft p-4 md:p-6"
    >
      <PartyPopper aria-hidden="true" className="mt-1 size-6 shrink-0 text-gain max-sm:hidden" />
      <div className="grid min-w-0 grow gap-3">
        <div>
          <h2 className="text-h2 font-semibold">{title}</h2>
          <p className="mt-1 wrap-anywhere text-ink-2" role="status">
            {text}
          </p>
        </div>
        {sources.length > 0 && (
          <ul aria-label="What came in" className="min-h-[6.4rem] divide-y divide-line border-y border-line">
            {receipts.map((receipt) => (
              <ReceiptOfFile key={receipt.source.id} receipt={receipt} />
            ))}
          </ul>
        )}
        {left > 0 && <p className="text-ink-2">{counted(left, 'more file')} below.</p>}
        <Suspense>
          <LikelyCost key={isDone ? 'done' : 'running'} isRunning={!isDone} />
        </Suspense>
        {children}
      </div>
      <IconButton label="Close" onClick={onClose}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </section>
  )
}

/** Receipts of these sources; one that was deleted meanwhile has none. */
function useReceipts(sources: readonly string[]): readonly ImportReceipt[] {
  return useQueries({
    queries: sources
      .slice(0, MOST)
      .map((id) => api.imports.receipt.queryOptions({ input: { id }, retry: false })),
    combine: (answers) => answers.flatMap(({ data }) => (data === undefined ? [] : [data.data])),
  })
}

function headlineOf(receipts: readonly ImportReceipt[]): string {
  if (receipts.some(({ source }) => source.status_code === 'needs_mapping'))
    return 'Your file needs an answer'
  const transactions = receipts.reduce((sum, receipt) => sum + receipt.transactions, 0)
  const isNew = receipts.some(({ source }) => source.parsed > source.already_here)
  if (transactions > 0 && !isNew) return 'Nothing new: everything was already imported'
  return `${counted(transactions, 'transaction')} from ${receipts.length === 1 ? 'this file' : 'these files'}`
}

const namesOf = (rows: readonly ImportHistory[]) => shortList(rows.map(nameOf), 'account')

function shortList(names: readonly string[], word: string): string {
  return names.length > 3 ? counted(names.length, word) : new Intl.ListFormat('en').format(names)
}
