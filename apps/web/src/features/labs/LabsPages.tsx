import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useRef } from 'react'
import { LABS_MAX_ITEMS, type ListedAsset, paths, screenMessages } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { isEnabled, LABS, useStart } from '../../client/start.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { AssetSearch } from './AssetSearch.tsx'
import { LabsFrame, useLabsPeriod } from './LabsFrame.tsx'
import { FirstRow, ListedRow, type ListedRowProps } from './PricedRow.tsx'
import { PortfoliosPage } from './PortfoliosPage.tsx'
import { PricePage } from './PricePage.tsx'
import { Tracked } from './Tracked.tsx'
import { useTracking } from './use-tracking.ts'

/** A screen of Labs; where the feature is off there is nothing at its address. */
function offered(Screen: ComponentType): ComponentType {
  return function Offered() {
    if (!isEnabled(useStart(), LABS)) throw notFound()
    return <Screen />
  }
}

export const LabsDashboard = offered(Dashboard)
export const LabsDiscover = offered(Discover)
export const LabsPortfolios = offered(PortfoliosPage)
export const LabsPrice = offered(PricePage)

/** Tracked assets, at most six, and the search that finds one. */
function Dashboard() {
  const period = useLabsPeriod()
  const tracking = useTracking(period)
  const search = useRef<HTMLDivElement>(null)
  const { items, tracked } = tracking
  const isFull = tracked.length >= LABS_MAX_ITEMS
  return (
    <LabsFrame title="Dashboard">
      <div className="grid gap-8">
        {items.data === undefined ? (
          <Waiting error={items.error} busy={items.isFetching} onRetry={() => void items.refetch()} />
        ) : (
          <div className="grid gap-3">
            <Tracked
              tracking={tracking}
              period={period}
              onAdd={() => search.current?.querySelector('input')?.focus()}
            />
            {tracked.length === 0 && (
              <p className="text-ink-2">Nothing tracked yet. You can track up to six assets.</p>
            )}
          </div>
        )}
        <div ref={search} className="max-w-[720px]">
          <Card title="Find an asset">
            {isFull && <p className="mb-3 text-warn">{screenMessages.labs.limit}</p>}
            <AssetSearch period={period} tracking={tracking} />
          </Card>
        </div>
      </div>
    </LabsFrame>
  )
}

/** Tracked assets, and three lists to look around in. */
function Discover() {
  const period = useLabsPeriod()
  const tracking = useTracking(period)
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.labs.discover.queryOptions({ input: { period }, placeholderData: keepPreviousData }),
  )
  if (data === undefined) {
    return (
      <LabsFrame title="Discover">
        <Waiting error={error} busy={isFetching} onRetry={() => void refetch()} />
      </LabsFrame>
    )
  }
  const common = { currency: data.currency, period, tracking }
  if ([data.trending, data.biggest_gainers, data.most_transacted].every(({ length }) => length === 0)) {
    return (
      <LabsFrame title="Discover">
        <NothingToList />
      </LabsFrame>
    )
  }
  return (
    <LabsFrame title="Discover">
      <div className="grid gap-8">
        <Tracked tracking={tracking} period={period} onAdd="/labs/dashboard" />
        <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-3">
          <RankedList
            {...common}
            title={screenMessages.labs.trending}
            text="Most searched on this site in the last 24 hours"
            empty="Nobody has searched for an asset in the last 24 hours."
            assets={data.trending}
            note={(at) => counted(data.trending[at]?.searches ?? 0, 'search', 'searches')}
          />
          <RankedList
            {...common}
            title={screenMessages.labs.biggestGainers}
            text="Greatest % gain across all assets with known prices"
            empty="No asset has known prices at the start and within this period. Price files and imports add prices."
            assets={data.biggest_gainers}
          />
          <RankedList
            {...common}
            title={screenMessages.labs.mostTransacted}
            text="Your assets with the most transactions"
            empty="You have no transactions yet."
            assets={data.most_transacted}
            note={(at) => counted(data.most_transacted[at]?.transactions ?? 0, 'transaction', 'transactions')}
          />
        </div>
      </div>
    </LabsFrame>
  )
}

/** Says what Labs needs before its lists have anything. */
function NothingToList() {
  return (
    <Card>
      <EmptyState
        title="Nothing to list yet"
        text="Labs lists the assets you transact in most and those whose price rose most. For that it needs your transactions and prices of at least two days."
        actions={
          <>
            <ButtonLink look="primary" to={paths.imports}>
              Add an account
            </ButtonLink>
            <ButtonLink to={paths.settingsPrices}>Add a price file</ButtonLink>
          </>
        }
      />
    </Card>
  )
}

interface RankedListProps extends Pick<ListedRowProps, 'currency' | 'period' | 'tracking'> {
  readonly title: string
  readonly text: string
  readonly empty: string
  readonly assets: readonly ListedAsset[]
  readonly note?: (at: number) => ReactNode
}

function RankedList({ title, text, empty, assets, note, ...common }: RankedListProps) {
  return (
    <Card title={title}>
      <p className="-mt-3 text-table text-ink-3">{text}</p>
      {assets.length === 0 ? (
        <p className="py-6 text-ink-2">{empty}</p>
      ) : (
        <ol aria-label={title}>
          {assets.map((asset, at) =>
            at === 0 ? (
              <FirstRow key={asset.asset_id} {...common} asset={asset} note={note?.(at)} />
            ) : (
              <ListedRow key={asset.asset_id} {...common} asset={asset} at={at + 1} note={note?.(at)} />
            ),
          )}
        </ol>
      )}
    </Card>
  )
}

function Waiting({
  error,
  busy,
  onRetry,
}: {
  readonly error: Error | null
  readonly busy: boolean
  readonly onRetry: () => void
}) {
  if (error === null) {
    return (
      <Loading label="the prices">
        <Skeleton className="h-64 w-full" />
      </Loading>
    )
  }
  return (
    <ErrorState
      title="The prices could not be loaded"
      text={toApiError(error).message}
      busy={busy}
      onRetry={onRetry}
    />
  )
}

const counted = (n: number, one: string, many: string) => `${n.toLocaleString()} ${n === 1 ? one : many}`
