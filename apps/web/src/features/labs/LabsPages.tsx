import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { LABS_MAX_ITEMS, messages, type PricedAsset } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { AssetSearch } from './AssetSearch.tsx'
import { LabsFrame, useLabsPeriod } from './LabsFrame.tsx'
import { PricedRow } from './PricedRow.tsx'

/** What a customer tracks: at most six assets. */
export function LabsDashboard() {
  const period = useLabsPeriod()
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(
    api.labs.items.queryOptions({ input: { period }, placeholderData: keepPreviousData }),
  )
  const untrack = useMutation({
    mutationFn: (id: string) => calls.labs.untrack({ id }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.labs.key() }),
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return (
    <LabsFrame title="Dashboard">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_380px]">
        <Card
          title="Tracked"
          actions={
            data !== undefined && (
              <span className="text-table text-ink-3">
                {data.data.length} of {LABS_MAX_ITEMS}
              </span>
            )
          }
        >
          {data === undefined ? (
            <Waiting error={error} busy={isFetching} onRetry={() => void refetch()} />
          ) : data.data.length === 0 ? (
            <EmptyState
              title="Nothing tracked yet"
              text="Search for an asset and track it. Up to six have a place here."
              actions={<ButtonLink to="/labs/discover">Look around</ButtonLink>}
            />
          ) : (
            <ul aria-label="Tracked" className="grid gap-1">
              {data.data.map((asset) => (
                <li key={asset.id} className="flex items-center gap-1 border-b border-rule last:border-0">
                  <div className="grow">
                    <PricedRow asset={asset} currency={data.currency} period={period} />
                  </div>
                  <IconButton
                    label={`Stop tracking ${asset.ticker}`}
                    onClick={() => untrack.mutate(asset.id)}
                  >
                    <X aria-hidden="true" className="size-4" />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title="Track an asset">
          {(data?.data.length ?? 0) >= LABS_MAX_ITEMS && (
            <p className="mb-3 text-warn">{messages.labs.limit}</p>
          )}
          <AssetSearch period={period} />
        </Card>
      </div>
    </LabsFrame>
  )
}

/** Three lists to look around in. */
export function LabsDiscover() {
  const period = useLabsPeriod()
  const { data, error, refetch, isFetching } = useQuery(
    api.labs.discover.queryOptions({ input: { period }, placeholderData: keepPreviousData }),
  )
  if (data === undefined) {
    return (
      <LabsFrame title="Discover">
        <Waiting error={error} busy={isFetching} onRetry={() => void refetch()} />
      </LabsFrame>
    )
  }
  const list = (assets: readonly PricedAsset[], notes: (at: number) => ReactNode) =>
    assets.map((asset, at) => (
      <li key={asset.asset_id} className="border-b border-rule last:border-0">
        <PricedRow asset={asset} currency={data.currency} period={period} note={notes(at)} />
      </li>
    ))
  return (
    <LabsFrame title="Discover">
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <RankedList
          title={messages.labs.trending}
          text="Most searched in the last 24 hours, in this installation"
          empty="Nobody has searched for an asset in the last 24 hours."
        >
          {list(data.trending, (at) => counted(data.trending[at]?.searches ?? 0, 'search', 'searches'))}
        </RankedList>
        <RankedList
          title={messages.labs.biggestGainers}
          text="Greatest gain in % across all assets with known prices"
          empty="No asset has a known price from the beginning and from within this period. Your price files and imports add some."
        >
          {list(data.biggest_gainers, () => undefined)}
        </RankedList>
        <RankedList
          title={messages.labs.mostTransacted}
          text="In most of your own transactions"
          empty="You have no transactions yet."
        >
          {list(data.most_transacted, (at) =>
            counted(data.most_transacted[at]?.transactions ?? 0, 'transaction', 'transactions'),
          )}
        </RankedList>
      </div>
    </LabsFrame>
  )
}

function RankedList({
  title,
  text,
  empty,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly empty: string
  readonly children: readonly ReactNode[]
}) {
  return (
    <Card title={title}>
      <p className="mb-2 text-table text-ink-3">{text}</p>
      {children.length === 0 ? (
        <p className="py-6 text-ink-2">{empty}</p>
      ) : (
        <ol aria-label={title}>{children}</ol>
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
