import { useQuery } from '@tanstack/react-query'
import { paths } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { counted } from '../imports/import-state.ts'
import { daysWords, lookupWords, providersWords } from './price-words.ts'

/** Transactions that lack a price, by asset: each can be given a value one by one, or all by a file. */
export function MissingPrices() {
  const { data, error, refetch, isFetching } = useQuery(laterApi.prices.missing.queryOptions())
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        title="The missing prices could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data === undefined) return null
  const { providers, lookup } = data
  if (data.data.length === 0) return <p className="text-table text-ink-2">{providersWords(providers)}</p>
  return (
    <Card title="Missing prices" flush>
      {lookup !== null && (
        <p role="status" className="border-b border-line px-card py-3 text-table">
          {lookupWords(lookup)}
        </p>
      )}
      <ul aria-label="Missing prices" className="divide-y divide-line">
        {data.data.map(({ asset, symbol, transactions, years, from, to }) => (
          <li
            key={asset}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-card py-3"
          >
            <div className="min-w-0">
              <p className="font-medium break-all">{symbol}</p>
              <p className="text-table text-ink-2">
                {counted(transactions, 'transaction')} in {years.join(', ')}: {daysWords(from, to)}
              </p>
              {asset !== symbol && (
                <p className="text-table break-all text-ink-2">In a price file, call it {asset}</p>
              )}
            </div>
            <LoneLink
              to={`${paths.transactions}?review=true&kind=missing_price&asset=${encodeURIComponent(asset)}`}
            >
              Set values<span className="sr-only"> of {symbol}</span>
            </LoneLink>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-card py-3 text-table text-ink-2">
        Set values one by one, or add a price file below. {providersWords(providers)}
      </p>
    </Card>
  )
}
