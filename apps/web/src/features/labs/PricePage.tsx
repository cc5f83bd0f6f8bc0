import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { isNothingThere, toApiError } from '../../client/api-error.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { DateTime, Money } from '../../ui/Values.tsx'
import { LabsFrame, useLabsPeriod } from './LabsFrame.tsx'
import { PriceChart } from './PriceChart.tsx'
import { Change } from './PricedRow.tsx'

/** One asset: its newest known price, how it changed, and the line of the prices that are known. */
export function PricePage() {
  const { id } = useParams({ from: '/signed-in/shell/customer/labs/price/$id' })
  const period = useLabsPeriod()
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.labs.price.queryOptions({ input: { id, period }, placeholderData: keepPreviousData }),
  )
  const track = useMutation({
    mutationFn: (tracked: string | null) =>
      tracked === null ? laterCalls.labs.track({ asset_id: id }) : laterCalls.labs.untrack({ id: tracked }),
    onSuccess: () => client.invalidateQueries({ queryKey: laterApi.labs.key() }),
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  if (data === undefined) {
    return (
      <LabsFrame title="Price">
        {error === null ? (
          <Loading label="the price">
            <Skeleton className="h-64 w-full" />
          </Loading>
        ) : isNothingThere(error) ? (
          <EmptyState
            title="There is no asset with this name"
            actions={<ButtonLink to="/labs/dashboard">Search for another</ButtonLink>}
          />
        ) : (
          <ErrorState
            title="The price could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </LabsFrame>
    )
  }
  const { data: asset, currency, points, tracked_id } = data
  return (
    <LabsFrame title={`${asset.ticker} price`}>
      <div className="grid gap-6">
        <Card
          title={asset.name}
          actions={
            <Button busy={track.isPending} onClick={() => track.mutate(tracked_id)}>
              {tracked_id === null ? 'Track' : 'Stop tracking'}
            </Button>
          }
        >
          <p className="text-hero font-semibold tracking-tight">
            <Money amount={asset.price} currency={currency} large />
          </p>
          <p className="text-ink-2">
            {asset.price_at === null ? (
              'No price is known for this asset, from your price files, your imports or this site.'
            ) : (
              <>
                {asset.provider === undefined ? 'Known from' : `From ${asset.provider}, close of`}{' '}
                <DateTime instant={asset.price_at} zone />. Change over the period: <Change asset={asset} />
              </>
            )}
          </p>
        </Card>
        <PriceChart ticker={asset.ticker} currency={currency} points={points} />
      </div>
    </LabsFrame>
  )
}
