import { shortAccount } from '@lotbook/journal'
import {
  type HoldingsAnswer,
  HOLDINGS_PAGE_SIZE,
  HOLDINGS_CSV_PATH,
  LOTS_CSV_PATH,
  paths,
} from '@lotbook/contract'
import { CalendarClock, ChevronDown, Download } from 'lucide-react'
import { Suspense } from 'react'
import { apiHost } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { RateNote } from '../../client/CurrencyNotes.tsx'
import { useSlots } from '../../client/slots.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Pill } from '../../ui/FilterBar.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useIsMobile } from '../../ui/use-media.ts'
import { DateTime, Day } from '../../ui/Values.tsx'
import { AsOfButton } from './AsOfButton.tsx'
import { EarlierDay, InProgress, StaleCalculation } from './HoldingsBanners.tsx'
import { HoldingsList } from './HoldingsList.tsx'
import type { HoldingsSearch } from './holdings-search.ts'
import { HoldingsTable } from './HoldingsTable.tsx'
import { PlanSheet } from './PlanSheet.tsx'
import { ShownPills } from './ShownPills.tsx'
import { useHoldings, useHoldingsSearch } from './use-holdings.ts'
import { Worth } from './Worth.tsx'

/** What is held, what it is worth and what a sale would bring, down to the lots. */
export function HoldingsPage() {
  const [search, goTo] = useHoldingsSearch()
  const { data, error, refetch, isFetching } = useHoldings(search)
  return (
    <Page
      title="Holdings"
      summary={data !== undefined && data.counts.all > 0 && <AsOf answer={data} />}
      actions={
        <>
          {(search.as_of !== undefined || (data?.counts.all ?? 0) > 0) && (
            <AsOfButton day={search.as_of} onDay={(day) => goTo(onDay(search, day))} />
          )}
          {data !== undefined && data.counts.all > 0 && (
            <>
              {data.as_of === null && <PlanButton answer={data} search={search} goTo={goTo} />}
              {data.as_of === null && <ButtonLink to={paths.plan}>Plan the year</ButtonLink>}
              <ExportMenu isCalculated={data.calculation !== null} asOf={data.as_of} />
            </>
          )}
        </>
      }
    >
      {data === undefined && error !== null ? (
        <Card>
          <ErrorState
            title="Your holdings could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : data === undefined ? (
        <Outline />
      ) : (
        <div className="grid gap-4 md:gap-6">
          {data.as_of === null && data.holding_in_progress && <InProgress />}
          {data.counts.all === 0 ? (
            <Nothing answer={data} search={search} goTo={goTo} />
          ) : (
            <Everything answer={data} search={search} goTo={goTo} />
          )}
        </div>
      )}
      {search.plan !== undefined && search.as_of === undefined && (
        <PlanSheet
          asset={search.plan}
          onAsset={(plan) => goTo({ ...search, plan })}
          onClose={() => {
            const { plan: _plan, ...rest } = search
            goTo(rest)
          }}
        />
      )}
    </Page>
  )
}

interface Shown {
  readonly answer: HoldingsAnswer
  readonly search: HoldingsSearch
  readonly goTo: (search: HoldingsSearch) => void
}

function Everything({ answer, search, goTo }: Shown) {
  const isMobile = useIsMobile()
  const { page = 1, account, asset: open } = search
  const { holdings, assets_total: total } = answer.data
  const first = (page - 1) * HOLDINGS_PAGE_SIZE
  const isNext = first + holdings.length < total
  const goToPage = (to: number) => {
    const { page: _page, asset: _asset, ...rest } = search
    goTo(to === 1 ? rest : { ...rest, page: to })
  }
  const table = {
    answer,
    open,
    account,
    onOpen: (asset: string) => {
      const { asset: _asset, ...rest } = search
      goTo(asset === open ? rest : { ...rest, asset })
    },
  }
  return (
    <>
      {answer.as_of === null ? (
        <StaleCalculation answer={answer} />
      ) : (
        <EarlierDay day={answer.as_of} onToday={() => goTo(onDay(search, undefined))} />
      )}
      <RateNote shown={answer} />
      <Worth answer={answer} />
      <div className="min-w-0 rounded-card border border-edge bg-surface shadow-card">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 pt-3.5 pb-2 md:px-6 md:pt-4">
          <h2 className="text-lead font-semibold">Assets</h2>
          {account !== undefined && (
            <Pill label={accountLabel(answer, account)} onRemove={() => goTo(withoutAccount(search))}>
              {accountLabel(answer, account)}
            </Pill>
          )}
          <ShownPills counts={answer.counts} search={search} goTo={goTo} />
        </div>
        {holdings.length === 0 ? (
          <EmptyState title="No assets match" text="Choose All to see every asset." />
        ) : isMobile ? (
          <HoldingsList {...table} />
        ) : (
          <HoldingsTable {...table} />
        )}
        {total > HOLDINGS_PAGE_SIZE && (
          <div className="flex justify-end border-t border-rule px-4 py-2 md:px-6">
            <Pager
              label="assets"
              from={first + 1}
              to={first + holdings.length}
              total={total}
              onPrevious={page > 1 ? () => goToPage(page - 1) : undefined}
              onNext={isNext ? () => goToPage(page + 1) : undefined}
            />
          </div>
        )}
      </div>
    </>
  )
}

function PlanButton({ answer, search, goTo }: Shown) {
  const first = search.asset ?? answer.data.holdings[0]?.asset
  if (first === undefined) return null
  return (
    <Button
      icon={<CalendarClock aria-hidden="true" className="size-4 text-ink-2" />}
      onClick={() => goTo({ ...search, plan: first })}
    >
      Plan a sale
    </Button>
  )
}

/** The same view of another day: what was open or paged there may not be here. */
function onDay(
  { as_of: _asOf, page: _page, show: _show, plan: _plan, ...rest }: HoldingsSearch,
  day: string | undefined,
): HoldingsSearch {
  return day === undefined ? rest : { ...rest, as_of: day }
}

function withoutAccount({ account: _account, page: _page, ...rest }: HoldingsSearch): HoldingsSearch {
  return rest
}

function accountLabel({ data }: HoldingsAnswer, account: string): string {
  const found = data.holdings.flatMap(({ accounts }) => accounts).find(({ id }) => id === account)
  return `In ${found === undefined ? 'one account' : shortAccount(found.name)}`
}

function AsOf({ answer: { at, as_of: asOf, counts, totals } }: { readonly answer: HoldingsAnswer }) {
  const counted = (n: number, word: string) => `${n.toLocaleString()} ${word}${n === 1 ? '' : 's'}`
  return (
    <span className="flex flex-wrap gap-x-1.5">
      <span>
        {asOf === null ? (
          <>
            As of <DateTime instant={at} zone />
          </>
        ) : (
          <>
            As of the end of <Day day={asOf} />
          </>
        )}
      </span>
      <span aria-hidden="true" className="text-line-strong">
        ·
      </span>
      <span>
        {counted(counts.all, 'asset')}
        {totals.accounts > 0 && ` in ${counted(totals.accounts, 'account')}`}
      </span>
    </span>
  )
}

function ExportMenu({
  isCalculated,
  asOf,
}: {
  readonly isCalculated: boolean
  readonly asOf: string | null
}) {
  const query = asOf === null ? '' : `?as_of=${asOf}`
  const save = (path: string) => {
    const link = document.createElement('a')
    link.href = `${apiHost()}${path}`
    link.download = ''
    link.click()
  }
  return (
    <Menu
      align="end"
      items={[
        { kind: 'action', label: 'Holdings as CSV', onSelect: () => save(`${HOLDINGS_CSV_PATH}${query}`) },
        ...(isCalculated
          ? [{ kind: 'action' as const, label: 'Lots as CSV', onSelect: () => save(LOTS_CSV_PATH) }]
          : []),
      ]}
      trigger={(props) => (
        <Button {...props} icon={<Download aria-hidden="true" className="size-4 text-ink-2" />}>
          Export
          <ChevronDown aria-hidden="true" className="size-3.5 text-ink-2" />
        </Button>
      )}
    />
  )
}

function Nothing({ answer, search, goTo }: Shown) {
  const { AddSourceButton } = useSlots()
  const isNarrowed = search.account !== undefined
  return (
    <Card>
      {isNarrowed ? (
        <EmptyState
          title={answer.as_of === null ? 'This account holds nothing' : 'This account held nothing that day'}
          text="Everything it received was sold, spent or moved."
          actions={<Button onClick={() => goTo(withoutAccount(search))}>Show all accounts</Button>}
        />
      ) : answer.as_of !== null ? (
        <EmptyState
          title="You held nothing that day"
          text="Your transactions up to the end of that day leave nothing in your accounts."
          actions={<Button onClick={() => goTo(onDay(search, undefined))}>Back to today</Button>}
        />
      ) : answer.calculation === null ? (
        <EmptyState
          title="No holdings yet"
          text="Add an account or a file to see what you hold, what it cost and when each lot becomes long-term."
          actions={
            <Suspense>
              <AddSourceButton look="primary" />
            </Suspense>
          }
        />
      ) : (
        <EmptyState title="You hold nothing" text="Everything you acquired was sold, spent or given away." />
      )}
    </Card>
  )
}

function Outline() {
  return (
    <Loading label="your holdings">
      <div className="grid gap-6">
        <Card>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="mt-8 h-[88px] w-full" />
        </Card>
        <Card>
          <div className="grid gap-3">
            {['a', 'b', 'c', 'd', 'e'].map((row) => (
              <Skeleton key={row} className="h-11 w-full" />
            ))}
          </div>
        </Card>
      </div>
    </Loading>
  )
}
