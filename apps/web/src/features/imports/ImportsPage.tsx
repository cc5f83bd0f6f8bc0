import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { type ImportHistory, messages, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { useSlots } from '../../client/slots.ts'
import { writeStored } from '../../client/stored.ts'
import { useStart } from '../../client/start.ts'
import { useIsRegistered } from '../../client/use-is-registered.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { AccountTable } from './AccountTable.tsx'
import { ReceiptPlace } from './ReceiptPlace.tsx'
import { useRecentImports } from './recent-imports.ts'
import { allComplete, counted, rowsText } from './import-state.ts'
import type { ImportsSearch } from './imports-search.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const ImportReceipts = lazyPart(async () => (await import('./ImportReceipts.tsx')).ImportReceipts)

/** The import history: every account, how its files went, and what can be done with them. */
export function ImportsPage() {
  const { AddSourceButton, ResultsGlance } = useSlots()
  const { import_history_exists: hasHistory, details } = useStart()
  const isCalculated = typeof details?.tax_calculation_id === 'string'
  const { page = 1, first_import } = useSearch({ strict: false }) as ImportsSearch
  const navigate = useNavigate()
  const isThere = useIsRegistered()
  // Under /compliance everything has an address of its own.
  const csvs = useLocation().pathname.startsWith('/compliance/') ? paths.complianceCsvs : paths.importCsvs
  const { data, error, refetch, isFetching } = useQuery({
    ...api.imports.histories.queryOptions({ input: { page } }),
    placeholderData: keepPreviousData,
  })
  const goTo = (to: number) => () => void navigate({ to: '.', search: { page: to } })
  // An old address, or the last account of the last page was deleted: what there is stands on the last one there is.
  const lastPage = Math.max(1, data?.meta.total_pages ?? page)
  const isBeyond = page > lastPage
  useEffect(() => {
    if (isBeyond) {
      void navigate({ to: '.', search: lastPage === 1 ? {} : { page: lastPage }, replace: true })
    }
  }, [isBeyond, lastPage, navigate])
  const hasReceipt = useRecentImports().length > 0 || (first_import === 'success' && data?.data.length !== 0)
  const closeFirst = () => void navigate({ to: '.', search: page === 1 ? {} : { page }, replace: true })

  return (
    <Page
      title="Imported History"
      summary={
        data === undefined ? (
          <Skeleton className="my-0.5 h-5 w-64" />
        ) : (
          data.data.length > 0 && (
            <>
              {summaryOf(data.data, data.meta.total_count)}
              {data.data.length === data.meta.total_count && first_import !== 'success' && (
                <span className="block text-table">{rowsOf(data.data)}</span>
              )}
            </>
          )
        )
      }
      actions={
        <>
          <ButtonLink look="quiet" to={paths.importManual}>
            {messages.import.manual}
          </ButtonLink>
          {isThere(paths.wallets) && (
            // Who chooses the wallets begins there from now on, and comes back there after an upload.
            <ButtonLink
              look="quiet"
              to={paths.wallets}
              onClick={() => writeStored('importsPath', paths.wallets)}
            >
              Show as wallets
            </ButtonLink>
          )}
          <ButtonLink to={csvs}>{messages.import.viaCsv}</ButtonLink>
          <Suspense fallback={<Skeleton className="h-9 w-48" />}>
            {/* With a history the step that comes next is the one that stands out. */}
            <AddSourceButton look={hasHistory ? 'secondary' : 'primary'} />
          </Suspense>
        </>
      }
    >
      <div className="grid gap-4">
        <RoadPlace at="import" />
        {isCalculated && (
          <div className="min-h-[58px]">
            <Suspense>
              <ResultsGlance />
            </Suspense>
          </div>
        )}
        <ReceiptPlace isKept={hasReceipt}>
          {data !== undefined && (
            <ImportReceipts rows={data.data} isFirst={first_import === 'success'} onClose={closeFirst} />
          )}
        </ReceiptPlace>
        {/* The first import says that it is running itself: a strip less that comes and goes above what may be pressed. */}
        {data !== undefined && first_import !== 'success' && !allComplete(data.data) && (
          <Banner tone="warn">{stillImporting(data.data)}</Banner>
        )}
        <Card flush>
          {data === undefined || isBeyond ? (
            error === null ? (
              <HistorySkeleton />
            ) : (
              <ErrorState
                title="Your imports could not be loaded"
                text={`${toApiError(error).message} What you have imported is not affected.`}
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            )
          ) : data.data.length === 0 ? (
            <NothingYet />
          ) : (
            <AccountTable rows={data.data} />
          )}
        </Card>
        {data !== undefined && !isBeyond && data.meta.total_count > 0 && (
          <Pager
            label="imports"
            from={(page - 1) * data.meta.per_page + 1}
            to={(page - 1) * data.meta.per_page + data.data.length}
            total={data.meta.total_count}
            onPrevious={page > 1 ? goTo(page - 1) : undefined}
            onNext={page < data.meta.total_pages ? goTo(page + 1) : undefined}
          />
        )}
      </div>
    </Page>
  )
}

/** "5 accounts · 104,212 transactions · 1 needs you". */
export function summaryOf(rows: readonly ImportHistory[], total: number): string {
  const isAll = rows.length === total
  const needing = rows.filter(({ status_code }) =>
    ['failed', 'needs_key', 'needs_oauth', 'needs_mapping'].includes(status_code ?? ''),
  ).length
  return [
    counted(total, 'account'),
    ...(isAll
      ? [
          counted(
            rows.reduce((sum, row) => sum + row.total_transactions, 0),
            'transaction',
          ),
        ]
      : []),
    ...(needing > 0 ? [`${needing.toLocaleString()} need${needing === 1 ? 's' : ''} you`] : []),
  ].join(' · ')
}

/** How many rows of the list the transactions of these accounts are; undefined where each is one. */
export function rowsOf(rows: readonly ImportHistory[]): string | undefined {
  const sum = (of: (row: ImportHistory) => number) => rows.reduce((total, row) => total + of(row), 0)
  return rowsText(
    sum((row) => row.total_transactions),
    sum((row) => row.joined_transactions),
  )
}

/** "2 of 5 accounts still importing. Totals will change." */
function stillImporting(rows: readonly ImportHistory[]): string {
  const busy = rows.filter((row) => row.import_status === 'in-progress').length
  const what =
    rows.length === 1
      ? 'The import is'
      : `${busy.toLocaleString()} of ${counted(rows.length, 'account')} still`
  return rows.length === 1
    ? `${what} still running. Totals will change.`
    : `${what} importing. Totals will change.`
}

function NothingYet() {
  const { AddSourceButton } = useSlots()
  return (
    <EmptyState
      title="Nothing imported yet"
      text="Add every exchange and wallet you have used, closed ones too. Missing history is what makes results wrong."
      actions={
        <>
          <Suspense>
            <AddSourceButton />
          </Suspense>
          <ButtonLink to={paths.importCsvs}>{messages.import.viaCsv}</ButtonLink>
          <ButtonLink look="quiet" to={paths.importManual}>
            {messages.import.manual}
          </ButtonLink>
        </>
      }
    />
  )
}

function HistorySkeleton() {
  return (
    <Loading label="imports">
      <div className="divide-y divide-line">
        {[1, 2, 3, 4].map((n) => (
          <div key={n} className="flex h-15 items-center gap-4 px-4">
            <Skeleton className="size-10" />
            <Skeleton className="h-4 w-48" />
            <Skeleton className="ml-auto h-4 w-24" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
