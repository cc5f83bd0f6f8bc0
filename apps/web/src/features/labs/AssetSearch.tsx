import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LABS_ORDERS, messages } from '@lotbook/contract'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { reportFault } from '../../client/monitoring.ts'
import { useDebounced } from '../../client/use-debounced.ts'
import { Button } from '../../ui/Button.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { Field } from '../../ui/Field.tsx'
import { Link } from '../../ui/Link.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { Tracking } from './use-tracking.ts'

/** Find an asset by ticker or name, to track it or to open its line. Which one is opened counts for Trending. */
export function AssetSearch({
  period,
  tracking,
}: {
  readonly period: string
  readonly tracking: Pick<Tracking, 'track'>
}) {
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<'rank' | 'name'>('rank')
  const q = useDebounced(typed.trim(), 300)
  const { data, error } = useQuery(
    laterApi.labs.assets.queryOptions({ input: { q, order }, placeholderData: keepPreviousData }),
  )
  const searched = (asset_id: string) => {
    // What is typed may find an asset that the list has already, before it is asked for.
    if (typed.trim() === '') return
    laterCalls.labs.searched({ asset_id }).catch((thrown: unknown) => reportFault('call', thrown))
  }
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_200px]">
        <Field label="Search">
          <TextInput
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            placeholder="e.g. BTC or Bitcoin"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Field label="Sort">
          <Select
            value={order}
            onChange={({ target }) => setOrder(target.value === 'name' ? 'name' : 'rank')}
          >
            {LABS_ORDERS.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {error !== null && <p className="text-danger">{toApiError(error).message}</p>}
      {data?.data.length === 0 && <p className="text-ink-2">{messages.import.nothingFound}</p>}
      <ul aria-label="Assets" className="grid">
        {data?.data.map(({ asset_id, ticker, name }) => (
          <li key={asset_id} className="flex items-center gap-2 border-b border-rule py-1 last:border-0">
            <Link
              to={`/labs/price/${encodeURIComponent(asset_id)}?period=${period}`}
              onClick={() => searched(asset_id)}
              className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-control px-1 hover:bg-quiet"
            >
              <Coin name={ticker} asset={asset_id} small />
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{ticker}</span> <span className="text-ink-3">{name}</span>
              </span>
            </Link>
            <Button
              size="small"
              aria-label={`Track ${ticker}`}
              onClick={() => {
                searched(asset_id)
                tracking.track({ asset_id, ticker })
              }}
            >
              Track
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
