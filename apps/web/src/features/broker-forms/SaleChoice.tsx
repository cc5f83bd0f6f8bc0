import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { useDebounced } from '../../client/use-debounced.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { Day, Money, Quantity } from '../../ui/Values.tsx'

/** The sales of a year to choose from for a line: those of its account and day come first. */
export function SaleChoice({
  year,
  lineId,
  busy,
  onChoose,
}: {
  readonly year: number
  readonly lineId: string
  readonly busy: boolean
  readonly onChoose: (transactionIds: readonly string[]) => void
}) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const asked = useDebounced(search.trim(), 250)
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.brokerForms.sales.queryOptions({
      input: { year, line_id: lineId, ...(asked === '' ? {} : { search: asked }) },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <div className="grid gap-3 rounded-card border border-line p-3">
      <Field label="Find a sale" hint="An asset, an account, or a day such as 2025-03-04.">
        <TextInput value={search} maxLength={100} onChange={({ target }) => setSearch(target.value)} />
      </Field>
      {data === undefined ? (
        error === null ? (
          <Loading label="sales">
            <Skeleton className="h-20 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="The sales could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : data.data.length === 0 ? (
        <p className="text-ink-2">No sale of the year fits.</p>
      ) : (
        <ul aria-label="Sales" className="grid gap-1">
          {data.data.map((sale) => (
            <li key={`${sale.transaction_id} ${sale.quantity}`}>
              <Checkbox
                checked={chosen.includes(sale.transaction_id)}
                onChange={({ target }) =>
                  setChosen(
                    target.checked
                      ? [...chosen, sale.transaction_id]
                      : chosen.filter((id) => id !== sale.transaction_id),
                  )
                }
                label={
                  <>
                    <Quantity amount={sale.quantity} ticker={sale.asset} /> · <Day day={sale.disposed} /> ·{' '}
                    <Money amount={sale.proceeds} currency="USD" />
                  </>
                }
                hint={sale.account_name}
              />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.total > data.data.length && (
        <p className="text-table text-ink-2">
          The first {data.data.length} of {data.total.toLocaleString()} sales are shown.
        </p>
      )}
      <div>
        <Button
          size="small"
          look="primary"
          busy={busy}
          disabledReason={chosen.length === 0 ? 'Choose a sale first.' : undefined}
          onClick={() => onChoose(chosen)}
        >
          Match
        </Button>
      </div>
    </div>
  )
}
