import { useInfiniteQuery } from '@tanstack/react-query'
import type { IncomeRow, OneYear } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { api } from '../../client/api.ts'
import { readAmount } from '../../ui/format/amount.ts'
import type { Column } from '../../ui/table-columns.ts'
import { Day, Money } from '../../ui/Values.tsx'
import { OpenMark } from './OpenMark.tsx'
import { leadsToReview, openHead, openWords } from './open-words.ts'
import { accountColumn, AssetQuantity, NarrowRow } from '../../ui/result-rows.tsx'
import { RowsTable } from './RowsTable.tsx'
import { ROWS_PER_PAGE } from '../../client/use-cursor-rows.ts'
import { incomeTotal, isAllUnpriced, type RowFilter } from './year-totals.ts'

/** Every receipt of a year that is income, at what it was worth. */
export function IncomeTable({ year, filter }: { year: OneYear; filter: RowFilter }) {
  const { month, asset, category } = filter
  const query = useInfiniteQuery(
    api.tax.incomes.infiniteOptions({
      input: (cursor: string | undefined) => ({
        year: year.year,
        month,
        asset,
        category,
        cursor,
        limit: ROWS_PER_PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  )
  const { currency } = year
  const total = incomeTotal(year, filter)
  return (
    <RowsTable
      caption={`Income of ${year.year.toString()}`}
      noun="receipts"
      query={query}
      columns={columnsIn(year)}
      narrow={(row) => (
        <NarrowRow
          row={row}
          day={row.date}
          figure={<Money amount={pricedValue(row)} currency={currency} />}
          {...(row.open.length > 0 && { aside: openWords(row.open, year) })}
        />
      )}
      isFiltered={month !== undefined || asset !== undefined || category !== undefined}
      totals={
        total === undefined
          ? []
          : [
              {
                column: 'value',
                label: 'Income',
                value: <Money amount={isAllUnpriced(year, filter) ? null : total} currency={currency} />,
              },
            ]
      }
    />
  )
}

function columnsIn(year: OneYear): readonly Column<IncomeRow>[] {
  const { currency } = year
  return [
    {
      id: 'label',
      head: 'Category',
      isRowHead: true,
      track: 'minmax(9rem, 1.2fr)',
      wraps: true,
      cell: (row) => row.label,
    },
    {
      id: 'quantity',
      head: 'Received',
      isNumeric: true,
      track: 'minmax(10rem, 1.2fr)',
      cell: (row) => <AssetQuantity row={row} />,
    },
    accountColumn(),
    { id: 'date', head: 'Date', track: '9rem', cell: (row) => <Day day={row.date} /> },
    {
      id: 'value',
      head: 'Value',
      isNumeric: true,
      cell: (row) => <Money amount={pricedValue(row)} currency={currency} />,
    },
    {
      id: 'line',
      head: 'Line',
      track: '11rem',
      drops: 1,
      cell: (row) => row.line,
    },
    {
      id: 'open',
      head: openHead(year),
      track: 'minmax(11rem, 1fr)',
      cell: (row) => <OpenMark open={row.open} leads={leadsToReview(year)} />,
    },
  ]
}

// A receipt without a price counts as zero in the figures, which is not the same as being worth zero: no value is shown. A price
// that was lost later leaves the figure as it is.
function pricedValue({ value, open }: IncomeRow): string | null {
  return open.includes('missing_price') && isZero(readAmount(value)) ? null : value
}
