import { useInfiniteQuery } from '@tanstack/react-query'
import type { OneYear } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { api, type calls } from '../../client/api.ts'
import { readAmount } from '../../ui/format/amount.ts'
import type { Column } from '../../ui/table-columns.ts'
import { Day, Money } from '../../ui/Values.tsx'
import { allocationAside, allocationColumn } from './allocation-column.tsx'
import { accountColumn, AssetQuantity, moneyColumn, NarrowRow } from '../../ui/result-rows.tsx'
import { acquiredColumn } from './acquired-column.tsx'
import { BASIS_HINT, DEDUCTION_HINT, TERM_HINT } from './hints.tsx'
import { RowsTable } from './RowsTable.tsx'
import { ROWS_PER_PAGE } from '../../client/use-cursor-rows.ts'
import type { RowFilter } from './year-totals.ts'

type RemovalRow = Awaited<ReturnType<typeof calls.tax.removals>>['rows'][number]

/** The deduction of a donation; null where no price is known, which is no deduction of nothing. */
const deductionOf = ({ value, deduction }: RemovalRow) =>
  value === null && deduction !== null && isZero(readAmount(deduction)) ? null : deduction

const TERMS = { long: 'Long', short: 'Short' } as const

/** Removals of a year, without gain or loss: gifts, donations, losses, and sends to an unknown receiver. */
export function RemovalTable({ year, filter }: { year: OneYear; filter: RowFilter }) {
  const { month, asset } = filter
  const query = useInfiniteQuery(
    api.tax.removals.infiniteOptions({
      input: (cursor: string | undefined) => ({
        year: year.year,
        month,
        asset,
        cursor,
        limit: ROWS_PER_PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  )
  const { currency, donation_deduction } = year
  const isFiltered = month !== undefined || asset !== undefined
  return (
    <RowsTable
      caption={`Gifts, donations and losses of ${year.year.toString()}`}
      noun="removals"
      query={query}
      columns={columnsIn(currency, year.qualifiers)}
      narrow={(row) => (
        <NarrowRow
          row={row}
          day={row.date}
          figure={
            <Money amount={row.deduction === null ? row.basis : deductionOf(row)} currency={currency} />
          }
          aside={[
            row.deduction === null ? 'cost' : 'deduction',
            ...(row.term === null ? [] : [TERMS[row.term].toLowerCase()]),
            ...allocationAside(row.allocation),
          ].join(' · ')}
        />
      )}
      isFiltered={isFiltered}
      totals={
        isFiltered
          ? []
          : [
              {
                column: 'deduction',
                label: 'Deduction',
                value: <Money amount={donation_deduction.value} currency={currency} />,
              },
            ]
      }
    />
  )
}

function columnsIn(currency: string, qualifiers: OneYear['qualifiers']): readonly Column<RemovalRow>[] {
  return [
    {
      id: 'label',
      head: 'What',
      isRowHead: true,
      track: 'minmax(8rem, 1fr)',
      wraps: true,
      cell: (row) => row.label,
    },
    {
      id: 'quantity',
      head: 'Left',
      isNumeric: true,
      track: 'minmax(10rem, 1.2fr)',
      cell: (row) => <AssetQuantity row={row} />,
    },
    accountColumn(),
    acquiredColumn(),
    {
      id: 'term',
      head: 'Term',
      hint: TERM_HINT,
      track: '5rem',
      cell: (row) => (row.term === null ? '—' : TERMS[row.term]),
    },
    { id: 'date', head: 'Date', track: '8rem', cell: (row) => <Day day={row.date} /> },
    {
      id: 'basis',
      head: 'Cost basis',
      hint: BASIS_HINT,
      isNumeric: true,
      cell: (row) =>
        row.acquired === null && isZero(readAmount(row.basis)) ? (
          <span className="text-ink-3">Not known</span>
        ) : (
          <Money amount={row.basis} currency={currency} />
        ),
    },
    moneyColumn('value', 'Value', currency),
    {
      id: 'deduction',
      head: 'Deduction',
      isNumeric: true,
      hint: DEDUCTION_HINT,
      cell: (row) => (row.deduction === null ? '—' : <Money amount={deductionOf(row)} currency={currency} />),
    },
    ...allocationColumn<RemovalRow>(qualifiers),
  ]
}
