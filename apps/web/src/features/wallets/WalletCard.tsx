import { shortAccount } from '@lotbook/journal'
import { ChevronDown, ChevronRight, CircleX, KeyRound, MessageCircleQuestion } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { type AccountBalance, paths, type WalletAccount } from '@lotbook/contract'
import { useIsRegistered } from '../../client/use-is-registered.ts'
import { AccountName } from '../../ui/AccountName.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatAgo, localAndIso } from '../../ui/format/format-date-time.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { TextLink } from '../../ui/Link.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Money } from '../../ui/Values.tsx'
import { counted, issuesOf, needsAccess, statusOf } from '../imports/import-state.ts'
import { refusedKeyWords, RenewAccess } from '../imports/RenewAccess.tsx'
import { type LiveProgress, shownProgress } from '../imports/live-progress.ts'
import { Strip } from './Strip.tsx'
import type { StripScale } from './strip.ts'
import { WalletMenu } from './WalletMenu.tsx'
import { knownValue, waysOf } from './wallet-sums.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const NameField = lazyPart(async () => (await import('../imports/NameField.tsx')).NameField)
const AnswerDialog = lazyPart(async () => (await import('../imports/AnswerDialog.tsx')).AnswerDialog)
const DeleteAccount = lazyPart(async () => (await import('../imports/DeleteAccount.tsx')).DeleteAccount)
const CloseClaimDialog = lazyPart(async () => (await import('./CloseClaimDialog.tsx')).CloseClaimDialog)
const WalletDetail = lazyPart(async () => (await import('./WalletDetail.tsx')).WalletDetail)

export interface WalletCardProps {
  readonly row: WalletAccount
  readonly scale: StripScale
  readonly live: LiveProgress
  readonly now: Date
  /** Undefined until the balances are here. */
  readonly currency: string | undefined
  readonly balance: AccountBalance | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** An account: its strip of transactions, what it holds, how its import stands; it opens into its sources and balances. */
export function WalletCard({ row, scale, live, now, currency, balance, isOpen, onToggle }: WalletCardProps) {
  const [shown, setShown] = useState<'name' | 'answer' | 'claim' | 'delete'>()
  const close = () => setShown(undefined)
  const progress = row.source_id === null ? undefined : shownProgress({ ...row, id: row.source_id }, live)
  const issues = issuesOf(row)
  const ago = row.last_synced_at === null ? undefined : formatAgo(row.last_synced_at, now)
  const Icon = isOpen ? ChevronDown : ChevronRight
  const acts = { onRename: () => setShown('name'), onDelete: () => setShown('delete') }

  return (
    <article
      className={cx(
        'group/card min-w-0 rounded-card border bg-surface transition-colors duration-[120ms] hover:border-line',
        isOpen ? 'border-line shadow-card' : 'border-edge shadow-card',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto_44px] items-center gap-x-2 gap-y-2 p-3 pr-1 md:flex md:min-h-17 md:gap-4 md:py-2.5 md:pr-3">
        <div className="flex min-w-0 items-center gap-3 max-md:col-span-2 md:grow">
          <IconButton
            label={`${isOpen ? 'Hide' : 'Show'} sources of ${row.label}`}
            aria-expanded={isOpen}
            className="-mr-2 -ml-1.5"
            onClick={onToggle}
          >
            <Icon aria-hidden="true" className="size-4" />
          </IconButton>
          <SourceLogo slug={row.slug} name={row.label} />
          {shown === 'name' ? (
            <Suspense>
              <NameField row={row} onDone={close} />
            </Suspense>
          ) : (
            <div className="min-w-0">
              <h3 className="text-lead leading-tight font-semibold wrap-anywhere">
                <AccountName name={row.label} hasRoom />
              </h3>
              <p className="text-caption text-ink-3">
                {row.label !== row.account_name &&
                  row.slug !== 'custom-csv' &&
                  `${shortAccount(row.account_name)} · `}
                <span title={row.last_synced_at === null ? undefined : localAndIso(row.last_synced_at)}>
                  {waysOf(row, ago)}
                </span>
                <span className="md:hidden"> · {counted(row.total_transactions, 'transaction')}</span>
              </p>
            </div>
          )}
        </div>
        <div className="shrink-0 max-md:col-span-3 max-md:row-start-3 max-md:pr-2 md:w-50 md:max-lg:hidden xl:w-66">
          <Strip quarters={row.quarters} scale={scale} />
        </div>
        <div className="w-21 shrink-0 text-right max-md:hidden">
          <Transactions row={row} />
          <p className="text-caption text-ink-3">{counted(row.source_count, 'source')}</p>
        </div>
        <div className="shrink-0 text-right max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:pr-2 md:w-34">
          <Balance row={row} balance={balance} currency={currency} />
        </div>
        <div className="min-w-0 shrink-0 max-md:row-start-2 max-md:pl-0.5 md:w-37 md:pl-3">
          <StatusBadge {...statusOf(row, progress)} />
          {progress === undefined && issues !== undefined && (
            <p className="text-caption">
              <button
                type="button"
                aria-expanded={isOpen}
                aria-label={`View ${issues} of ${row.label}`}
                onClick={onToggle}
                className="min-h-6 rounded-[2px] font-medium text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover pointer-coarse:min-h-11"
              >
                View
              </button>
            </p>
          )}
        </div>
        <div className="shrink-0 max-md:col-start-3 max-md:row-start-1">
          <WalletMenu row={row} {...acts} onCloseClaim={() => setShown('claim')} />
        </div>
      </div>
      {progress !== undefined && (
        <div className="mx-3 mb-3 md:ml-12">
          <ProgressBar label={`Import of ${row.label}`} progress={progress} />
        </div>
      )}
      {progress === undefined && row.question !== null && (
        <Line tone="warn" icon={<MessageCircleQuestion aria-hidden="true" className="size-4 text-warn" />}>
          <p className="min-w-0 grow break-words">
            <b className="font-medium text-ink">{row.question.file_name}:</b> {row.question.message}
          </p>
          <Button
            size="small"
            aria-label={`Answer the question of ${row.question.file_name ?? row.label}`}
            onClick={() => setShown('answer')}
          >
            Answer
          </Button>
        </Line>
      )}
      {progress === undefined && needsAccess(row) && (
        <Line tone="warn" icon={<KeyRound aria-hidden="true" className="size-4 text-warn" />}>
          <p className="min-w-0 grow">
            <b className="font-medium text-ink">{accessWords(row)}</b> What was imported before is untouched.
          </p>
          <RenewAccess row={row} name={row.label} isExplained />
        </Line>
      )}
      {progress === undefined && row.question === null && row.status_code === 'failed' && (
        <Line tone="danger" icon={<CircleX aria-hidden="true" className="size-4 text-danger" />}>
          <p className="min-w-0 grow">
            <b className="font-medium text-ink">A source could not be imported.</b> What was imported before
            is untouched.
          </p>
          {!isOpen && (
            <Button size="small" onClick={onToggle}>
              See why
            </Button>
          )}
        </Line>
      )}
      {isOpen && (
        <Suspense fallback={<Skeleton className="m-4 h-24" />}>
          <WalletDetail row={row} live={live} now={now} {...acts} />
        </Suspense>
      )}
      <Suspense>
        {shown === 'answer' && row.question !== null && (
          <AnswerDialog sourceId={row.question.source_id} onClose={close} />
        )}
        {shown === 'claim' && <CloseClaimDialog row={row} onClose={close} />}
        {shown === 'delete' && <DeleteAccount row={row} onClose={close} />}
      </Suspense>
    </article>
  )
}

function accessWords(row: WalletAccount): string {
  if (row.status_code === 'needs_oauth') return 'Its sign-in has expired.'
  if (row.status_code !== 'needs_key') return refusedKeyWords(row)
  return row.resync_method === 'wallet' ? 'It needs a key that works.' : 'Its key no longer works.'
}

interface LineProps {
  readonly tone: 'warn' | 'danger'
  readonly icon: ReactNode
  readonly children: ReactNode
}

/** The one line under an account: what is wrong, and its button. */
function Line({ tone, icon, children }: LineProps) {
  return (
    <div
      className={cx(
        'mx-3 mb-3 flex flex-wrap items-center gap-3 rounded-[8px] py-2 pr-2.5 pl-3.5 text-table text-ink-2 md:ml-11 md:flex-nowrap',
        tone === 'warn' ? 'bg-warn-soft' : 'bg-danger-soft',
      )}
    >
      {icon}
      {children}
    </div>
  )
}

function Transactions({ row }: { row: WalletAccount }) {
  const isRegistered = useIsRegistered()
  const to = paths.transactionsOf(row.id)
  const text = row.total_transactions.toLocaleString()
  if (row.total_transactions === 0 || !isRegistered(to)) return text
  return (
    <TextLink
      to={to}
      aria-label={`${counted(row.total_transactions, 'transaction')} of ${row.label}`}
      className="text-ink! decoration-transparent group-hover/card:decoration-line-strong focus-visible:decoration-line-strong"
    >
      {text}
    </TextLink>
  )
}

function Balance({ row, balance, currency }: Pick<WalletCardProps, 'row' | 'balance' | 'currency'>) {
  if (row.is_empty)
    return (
      <span className="text-table text-ink-3">
        {row.import_status === 'in-progress' ? 'after import' : 'nothing yet'}
      </span>
    )
  if (balance === undefined || currency === undefined) return <Skeleton className="ml-auto h-5 w-20" />
  const unpriced = balance.unpriced > 0 ? `${counted(balance.unpriced, 'asset')} without a price` : undefined
  return (
    <>
      <p className="font-semibold">
        <span className="sr-only">Computed balance: </span>
        <Money amount={knownValue(balance)} currency={currency} />
      </p>
      <p
        className={cx(
          'text-caption',
          balance.proof === 'differs'
            ? 'font-medium text-warn'
            : balance.proof === 'matches'
              ? 'font-medium text-gain'
              : 'text-ink-3',
        )}
      >
        {balance.proof === 'matches'
          ? '✓ matches'
          : balance.proof === 'differs'
            ? `▲ off by ${formatMoney(balance.difference ?? '0', { currency })}`
            : balance.below_zero > 0
              ? `${balance.below_zero.toLocaleString()} below zero`
              : (unpriced ?? 'not reported')}
      </p>
    </>
  )
}
