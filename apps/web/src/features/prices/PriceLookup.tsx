import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Credits } from '../../ui/Credits.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { readHistoricalPrice, unixTimeOf } from './read-historical-price.ts'

export interface PriceLookupProps {
  readonly code: string
  /** The asset that the code stands for, where that is known. */
  readonly assetId: string | undefined
  /** A UTC date and time as the form has it. */
  readonly at: string
}

/** Asks, when it is asked to, what a unit was worth in dollars at a moment. */
export function PriceLookup({ code, assetId = '', at }: PriceLookupProps) {
  const [isAsked, setAsked] = useState(false)
  const [chosen, setChosen] = useState(assetId)
  const { data, error, isFetching, refetch } = useQuery(
    laterApi.prices.historicalPrice.queryOptions({
      input: {
        code,
        timestamp: unixTimeOf(at),
        ...(chosen === '' ? {} : { currency_id: chosen }),
      },
      enabled: isAsked,
      retry: false,
      // R7.65: what was answered is kept, and only what failed is asked again.
      staleTime: Number.POSITIVE_INFINITY,
      select: readHistoricalPrice,
    }),
  )
  return (
    <div className="grid gap-2">
      <div>
        <Button
          size="small"
          busy={isFetching}
          onClick={() => (error === null ? setAsked(true) : void refetch())}
        >
          Look up the price of one
        </Button>
      </div>
      {data?.kind === 'choice' && (
        <Field label="Asset" error={data.message}>
          <Select value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value="">Choose</option>
            {data.matches.map(({ currency_id, name }) => (
              <option key={currency_id} value={currency_id}>
                {name} ({currency_id})
              </option>
            ))}
          </Select>
        </Field>
      )}
      <p role="status" className="text-table break-words text-ink-2 empty:hidden">
        {error !== null && !isFetching
          ? toApiError(error).message
          : data?.kind === 'price'
            ? data.source
            : data?.kind === 'unreadable'
              ? data.message
              : null}
      </p>
      {data?.kind === 'price' && <Credits of={[data.attribution]} />}
    </div>
  )
}
