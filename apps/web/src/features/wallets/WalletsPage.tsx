import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import { messages, paths, type WalletAccount, type WalletBalances } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { useSlots } from '../../client/slots.ts'
import { isEnabled, useStart } from '../../client/start.ts'
import { writeStored } from '../../client/stored.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Money } from '../../ui/Values.tsx'
import { counted } from '../imports/import-state.ts'
import { ReceiptPlace } from '../imports/ReceiptPlace.tsx'
import { useRecentImports } from '../imports/recent-imports.ts'
import { useLiveProgress } from '../imports/use-live-progress.ts'
import { AccountList } from './AccountList.tsx'
import { ProofCard } from './ProofCard.tsx'
import { scaleOf } from './strip.ts'
import { StripYears } from './Strip.tsx'
import { WalletCard } from './WalletCard.tsx'
import { balancesOf, GROUPS, knownValue, sumsOf } from './wallet-sums.ts'
import type { WalletsSearch } from './wallets-search.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const ImportReceipts = lazyPart(async () => (await import('../imports/ImportReceipts.tsx')).ImportReceipts)

const WalletFinder = lazyPart(async () => (await import('../connections/WalletFinder.tsx')).WalletFinder)

/** Every account with its history and its balance, grouped by what it is. */
export function WalletsPage() {
  const { AddSourceButton } = useSlots()
  const start = useStart()
  const { page = 1, account, first_import } = useSearch({ strict: false }) as WalletsSearch
  const navigate = useNavigate()
  const list = useQuery({
    ...api.wallets.accounts.queryOptions({ input: { page } }),
    placeholderData: keepPreviousData,
  })
  const one = useQuery({
    ...api.wallets.account.queryOptions({ input: { id: account ?? '' } }),
    enabled: account !== undefined,
  })
  const balances = useQuery(api.wallets.balances.queryOptions())
  const accounts = list.data?.data
  const rows = account === undefined ? accounts : one.data && [one.data.data]
  const asked = account === undefined ? list : one
  const meta = list.data?.meta
  const hasReceipt = useRecentImports().length > 0 || (first_import === 'success' && accounts?.length !== 0)

  return (
    <div className="mx-auto grid w-full max-w-[1328px] min-[1280px]:grid-cols-[264px_minmax(0,1fr)]">
      <AccountList accounts={accounts ?? []} chosen={account} />
      <div className="min-w-0 min-[1280px]:col-start-2">
        <Page
          title={messages.nav.wallets}
          summary={
            accounts === undefined ? (
              <Skeleton className="my-0.5 h-5 w-64" />
            ) : (
              <>
                {summaryOf(accounts, meta)}
                <LoneLink
                  className={accounts.length === 0 ? '' : 'ml-3'}
                  to={paths.imports}
                  onClick={() => writeStored('importsPath', paths.imports)}
                >
                  Show as a list
                </LoneLink>
              </>
            )
          }
          actions={
            <>
              <ButtonLink to={paths.importCsvs} icon={<FileUp aria-hidden="true" className="size-4" />}>
                {messages.import.viaCsv}
              </ButtonLink>
              <Suspense fallback={<Skeleton className="h-9 w-48" />}>
                <AddSourceButton look={start.import_history_exists ? 'secondary' : 'primary'} />
              </Suspense>
            </>
          }
        >
          <div className="mb-4">
            <RoadPlace at="import" />
          </div>
          <div className="mb-4 empty:hidden">
            <ReceiptPlace isKept={hasReceipt}>
              {accounts !== undefined && (
                <ImportReceipts
                  rows={accounts}
                  isFirst={first_import === 'success'}
                  onClose={() => void navigate({ to: '.', search: {}, replace: true })}
                />
              )}
            </ReceiptPlace>
          </div>
          {account !== undefined && (
            <p className="mb-3 min-[1280px]:hidden">
              <LoneLink to={paths.wallets}>All accounts</LoneLink>
            </p>
          )}
          {rows === undefined ? (
            asked.error === null ? (
              <WalletsSkeleton />
            ) : (
              <Card>
                {toApiError(asked.error).code === 'not_found' ? (
                  <EmptyState
                    title="This account is not here any more"
                    actions={<ButtonLink to={paths.wallets}>All accounts</ButtonLink>}
                  />
                ) : (
                  <ErrorState
                    title="Your accounts could not be loaded"
                    text={`${toApiError(asked.error).message} What you have imported is not affected.`}
                    busy={asked.isFetching}
                    onRetry={() => void asked.refetch()}
                  />
                )}
              </Card>
            )
          ) : rows.length === 0 ? (
            <NothingYet />
          ) : (
            <>
              {balances.data !== undefined ? (
                <ProofCard balances={balances.data} rows={rows} />
              ) : balances.error === null ? (
                <Loading label="balances">
                  <Skeleton className="mb-7 h-44 w-full" />
                </Loading>
              ) : (
                <Card className="mb-7">
                  <ErrorState
                    title="The balances could not be worked out"
                    text={toApiError(balances.error).message}
                    busy={balances.isFetching}
                    onRetry={() => void balances.refetch()}
                  />
                </Card>
              )}
              {account === undefined && isEnabled(start, 'wallet_finder') && (
                <Suspense>
                  <WalletFinder />
                </Suspense>
              )}
              <Groups key={account} rows={rows} accounts={accounts ?? rows} balances={balances.data} />
              {meta !== undefined && meta.total_pages > 1 && account === undefined && (
                <Pager
                  label="accounts"
                  from={(page - 1) * meta.per_page + 1}
                  to={(page - 1) * meta.per_page + rows.length}
                  total={meta.total_count}
                  onPrevious={
                    page > 1 ? () => void navigate({ to: '.', search: { page: page - 1 } }) : undefined
                  }
                  onNext={
                    page < meta.total_pages
                      ? () => void navigate({ to: '.', search: { page: page + 1 } })
                      : undefined
                  }
                />
              )}
            </>
          )}
        </Page>
      </div>
    </div>
  )
}

interface GroupsProps {
  readonly rows: readonly WalletAccount[]
  /** All accounts, which the strips share their scale with. */
  readonly accounts: readonly WalletAccount[]
  readonly balances: WalletBalances | undefined
}

function Groups({ rows, accounts, balances }: GroupsProps) {
  const [only] = rows
  const [open, setOpen] = useState<ReadonlySet<string>>(
    new Set(rows.length === 1 && only !== undefined ? [only.id] : []),
  )
  const now = useNow()
  const live = useLiveProgress()
  const scale = scaleOf(accounts, now)
  const toggle = (id: string) =>
    setOpen((shown) =>
      shown.has(id) ? new Set([...shown].filter((one) => one !== id)) : new Set([...shown, id]),
    )

  return (
    <>
      <div
        aria-hidden="true"
        className="hidden items-center gap-4 pr-3 pb-2 pl-[5.6rem] text-caption font-medium text-ink-3 lg:flex"
      >
        <span className="grow">Account</span>
        <span className="w-50 shrink-0 xl:w-66">
          <StripYears scale={scale} />
        </span>
        <span className="w-21 shrink-0 text-right">Transactions</span>
        <span className="w-34 shrink-0 text-right">Computed, reported</span>
        <span className="w-[12.3rem] shrink-0 pl-3">State</span>
      </div>
      {GROUPS.map(([group, name]) => {
        const own = rows.filter((row) => row.group === group)
        if (own.length === 0) return null
        return (
          <section key={group} aria-label={name} className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-2">
            <div className="flex items-baseline gap-2 px-1">
              <h2 className="text-lead font-semibold">{name}</h2>
              <span className="text-table text-ink-3">
                {own.length.toLocaleString()}
                <span className="sr-only"> accounts</span>
              </span>
              {balances !== undefined && own.some((row) => !row.is_empty) && (
                <span className="ml-auto text-table font-semibold tabular-nums lg:pr-[13.9rem]">
                  <span className="sr-only">Computed balance: </span>
                  <Money
                    amount={knownValue(sumsOf(balancesOf(balances, own)))}
                    currency={balances.currency}
                  />
                </span>
              )}
            </div>
            {own.map((row) => (
              <WalletCard
                key={row.id}
                row={row}
                scale={scale}
                live={live}
                now={now}
                currency={balances?.currency}
                balance={balances?.accounts.find(({ id }) => id === row.id)}
                isOpen={open.has(row.id)}
                onToggle={() => toggle(row.id)}
              />
            ))}
          </section>
        )
      })}
    </>
  )
}

/** "9 accounts · 4,446 transactions · since 2018". */
function summaryOf(rows: readonly WalletAccount[], meta: { total_count: number } | undefined) {
  const total = meta?.total_count ?? rows.length
  if (total === 0) return ''
  const [first] = rows.flatMap(({ quarters }) => quarters.map(({ from }) => from)).toSorted()
  return [
    counted(total, 'account'),
    ...(rows.length === total
      ? [
          counted(
            rows.reduce((sum, row) => sum + row.total_transactions, 0),
            'transaction',
          ),
        ]
      : []),
    ...(first === undefined ? [] : [`since ${first.slice(0, 4)}`]),
  ].join(' · ')
}

function NothingYet() {
  const { AddSourceButton } = useSlots()
  return (
    <Card>
      <EmptyState
        title="Start with the account you traded on most"
        text="Its history, then the wallets it sent to. Every transfer between them is matched, so nothing is taxed twice."
        actions={
          <>
            <Suspense>
              <AddSourceButton look="secondary" />
            </Suspense>
            <ButtonLink to={paths.importCsvs}>{messages.import.viaCsv}</ButtonLink>
          </>
        }
      />
    </Card>
  )
}

function WalletsSkeleton() {
  return (
    <Loading label="accounts">
      <Skeleton className="mb-7 h-44 w-full" />
      <div className="grid gap-2">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-17 w-full" />
        ))}
      </div>
    </Loading>
  )
}
