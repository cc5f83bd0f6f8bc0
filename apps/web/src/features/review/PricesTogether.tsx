import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { paths, type QuestionsTogether, type ReviewItem } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { lookupWords } from '../prices/price-words.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { togetherWords } from './together-words.ts'

/** How far the search for prices is, and the way to ask again; nothing where no price service is asked. */
export function PriceSearch({ asset }: { asset?: string | undefined }) {
  const client = useQueryClient()
  const { data } = useQuery(laterApi.prices.missing.queryOptions())
  const again = useMutation(
    laterApi.prices.lookUp.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: laterApi.prices.key() }),
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  if (data === undefined || data.providers.length === 0) return null
  const { lookup } = data
  const isUnderWay = lookup?.state === 'queued' || lookup?.state === 'running'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {lookup !== null && (
        <p role="status" className="text-table text-ink-2">
          {lookupWords(lookup)}
        </p>
      )}
      <Button
        size="small"
        busy={again.isPending}
        disabledReason={isUnderWay ? 'The price services are being asked.' : undefined}
        onClick={() => again.mutate(asset === undefined ? {} : { asset })}
      >
        Ask the price services again
      </Button>
    </div>
  )
}

/** The one question for all missing prices of an asset: how many there are, and the ways to price all of them. */
export function PricesTogether({ item, together }: { item: ReviewItem; together: QuestionsTogether }) {
  const asset = item.detail ?? together.symbol
  return (
    <div className="grid gap-3">
      <div className="rounded-card border border-line p-3">
        <p className="font-medium">{togetherWords(together).title}</p>
        <p className="text-table text-ink-2">{togetherWords(together).days}</p>
      </div>
      {item.state === 'open' && (
        <>
          <p>A price file prices each day by itself. One price below is enough if the value hardly moved.</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={paths.settingsPrices}>Add a price file</ButtonLink>
            <ButtonLink
              look="quiet"
              to={`${paths.transactions}?review=true&kind=missing_price&asset=${encodeURIComponent(asset)}`}
            >
              Answer them one by one
            </ButtonLink>
          </div>
          <PriceSearch asset={asset.includes(', ') ? undefined : asset} />
        </>
      )}
    </div>
  )
}
