import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths, type OwnPrice } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { displayLocale, groupDigits } from '../../ui/format/amount.ts'
import { pricesSearch, type PricesSearch } from './prices-search.ts'
import { usePriceFiles } from './use-price-files.ts'

const route = getRouteApi('/signed-in/shell/customer/settings/prices')
const PAGE = 50

/** Every price of one's own, to narrow down by asset, days and file, a page at a time. */
export function OwnPrices() {
  const search = pricesSearch({ ...route.useSearch() })
  const navigate = useNavigate()
  const goTo = (next: Readonly<Record<string, unknown>>) =>
    void navigate({
      to: paths.settingsPrices,
      search: pricesSearch(next),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <Filters search={search} onChange={(changed) => goTo({ ...search, ...changed })} />
      <Pages key={JSON.stringify(search)} search={search} onClear={() => goTo({})} />
    </>
  )
}

interface FiltersProps {
  readonly search: PricesSearch
  readonly onChange: (changed: Partial<Record<keyof PricesSearch, string>>) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const { data: files } = usePriceFiles()
  const assets = [...new Set(files?.flatMap((file) => file.assets))].toSorted()
  return (
    <div
      role="group"
      aria-label="Filters"
      className="grid gap-3 border-b border-line px-card py-4 sm:grid-cols-2 xl:grid-cols-4"
    >
      <Field label="Asset">
        <Select value={search.asset ?? ''} onChange={({ target }) => onChange({ asset: target.value })}>
          <option value="">All assets</option>
          {assets.map((asset) => (
            <option key={asset}>{asset}</option>
          ))}
        </Select>
      </Field>
      <Field label="File">
        <Select value={search.file_id ?? ''} onChange={({ target }) => onChange({ file_id: target.value })}>
          <option value="">All files</option>
          {files?.map(({ id, file_name }) => (
            <option key={id} value={id}>
              {file_name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From day (UTC)">
        <TextInput
          type="date"
          value={search.from_day ?? ''}
          onChange={({ target }) => onChange({ from_day: target.value })}
        />
      </Field>
      <Field label="To day (UTC)">
        <TextInput
          type="date"
          value={search.to_day ?? ''}
          onChange={({ target }) => onChange({ to_day: target.value })}
        />
      </Field>
    </div>
  )
}

function Pages({ search, onClear }: { search: PricesSearch; onClear: () => void }) {
  // Cursor of each page after the first.
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.prices.list.queryOptions({
      input: { ...search, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
      placeholderData: keepPreviousData,
    }),
  )
  if (data === undefined) {
    return error === null ? (
      <Loading label="prices">
        <div className="px-card py-4">
          <Skeleton className="h-40 w-full" />
        </div>
      </Loading>
    ) : (
      <ErrorState
        title="Your prices could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data.total === 0) {
    return Object.keys(search).length === 0 ? (
      <EmptyState title="No prices yet" text="The prices of your files are listed here." />
    ) : (
      <EmptyState
        title="No prices match"
        text="No price fits these filters."
        actions={<Button onClick={onClear}>Clear filters</Button>}
      />
    )
  }
  const from = cursors.length * PAGE + 1
  const { next } = data
  return (
    <>
      <DataTable
        caption="Your prices"
        columns={columns}
        rows={data.rows}
        rowKey={(row) => row.id}
        narrow={(row) => <Narrow row={row} />}
      />
      <div className="flex justify-end border-t border-line px-card py-2">
        <Pager
          label="prices"
          from={from}
          to={from + data.rows.length - 1}
          total={data.total}
          onPrevious={cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1))}
          onNext={next === null ? undefined : () => setCursors([...cursors, next])}
        />
      </div>
    </>
  )
}

const columns: readonly Column<OwnPrice>[] = [
  {
    id: 'asset',
    head: 'Asset',
    isRowHead: true,
    cell: (row) => <span className="break-all">{row.asset}</span>,
  },
  { id: 'at', head: 'From (UTC)', cell: (row) => <DateTime instant={row.at} /> },
  { id: 'price', head: 'Price', isNumeric: true, cell: (row) => <Price row={row} /> },
  { id: 'file', head: 'File', cell: (row) => <Origin row={row} /> },
]

// Prices are shown as they were given: of what costs a fraction of a cent every digit counts.
function Price({ row }: { row: OwnPrice }) {
  return (
    <>
      {groupDigits(row.price, displayLocale())} {row.currency}
    </>
  )
}

function Origin({ row }: { row: OwnPrice }) {
  return (
    <span className="break-words text-ink-2">
      {row.origin}
      {row.line !== null && `, line ${row.line.toLocaleString()}`}
      {!row.is_current && ' (a later file counts)'}
    </span>
  )
}

function Narrow({ row }: { row: OwnPrice }) {
  return (
    <>
      <p className="flex justify-between gap-2">
        <span className="font-medium break-all">{row.asset}</span>
        <Price row={row} />
      </p>
      <p className="text-table text-ink-2">
        <DateTime instant={row.at} zone /> · <Origin row={row} />
      </p>
    </>
  )
}
