import { useInfiniteQuery } from '@tanstack/react-query'
import type { DisposalRow, OneYear } from '@lotbook/contract'
import { api } from '../../app/api.ts'
import { Figure } from '../../ui/Figure.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Day, Gain, Money, Quantity } from '../../ui/Values.tsx'
import { RowsTable } from './RowsTable.tsx'
import { ROWS_PER_PAGE } from './use-year-rows.ts'
import { disposalTotals, type RowFilter } from './year-totals.ts'

/** Every disposal of a year: what it brought, what it had cost, the gain. */
export function DisposalTable({ year, filter }: { year: OneYear; filter: RowFilter }) {
  const { month, term, asset } = filter
  const query = useInfiniteQuery(
    api.tax.disposals.infiniteOptions({
      input: (cursor: string | undefined) => ({
        year: year.year,
        month,
        term,
        asset,
        cursor,
        limit: ROWS_PER_PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  )
  const { currency } = year
  const totals = disposalTotals(year, filter)
  return (
    <RowsTable
      caption={`Disposals of ${year.year.toString()}`}
      noun="disposals"
      query={query}
      columns={columnsIn(currency)}
      narrow={(row) => <NarrowDisposal row={row} currency={currency} />}
      isFiltered={month !== undefined || term !== undefined || asset !== undefined}
      totals={[
        ...(totals.proceeds === undefined
          ? []
          : [{ label: 'Proceeds', value: <Money amount={totals.proceeds} currency={currency} /> }]),
        ...(totals.basis === undefined
          ? []
          : [{ label: 'Cost', value: <Money amount={totals.basis} currency={currency} /> }]),
        ...(totals.gain === undefined
          ? []
          : [
              {
                label: 'Gain',
                value: (
                  <Figure label="Gain of these rows" handle={totals.handle}>
                    <Gain amount={totals.gain} currency={currency} />
                  </Figure>
                ),
              },
            ]),
      ]}
    />
  )
}

function columnsIn(currency: string): readonly Column<DisposalRow>[] {
  return [
    {
      id: 'asset',
      head: 'Asset',
      isRowHead: true,
      track: 'minmax(10rem, 1.4fr)',
      cell: (row) => <Quantity amount={row.quantity} ticker={row.asset} />,
    },
    { id: 'label', head: 'What', track: 'minmax(6rem, 0.8fr)', cell: (row) => row.label },
    {
      id: 'account',
      head: 'Account',
      track: 'minmax(7rem, 1fr)',
      cell: (row) => <span title={row.account_name}>{row.account_name}</span>,
    },
    {
      id: 'acquired',
      head: 'Acquired',
      track: '8rem',
      cell: (row) =>
        row.acquired === null ? <span className="text-warn">Unknown</span> : <Day day={row.acquired} />,
    },
    { id: 'disposed', head: 'Sold', track: '8rem', cell: (row) => <Day day={row.disposed} /> },
    {
      id: 'proceeds',
      head: 'Proceeds',
      isNumeric: true,
      track: 'minmax(8rem, 1fr)',
      cell: (row) => <Money amount={row.proceeds} currency={currency} />,
    },
    {
      id: 'basis',
      head: 'Cost',
      isNumeric: true,
      track: 'minmax(8rem, 1fr)',
      cell: (row) => <Money amount={row.basis} currency={currency} />,
    },
    {
      id: 'gain',
      head: 'Gain',
      isNumeric: true,
      track: 'minmax(8rem, 1fr)',
      cell: (row) => <Gain amount={row.gain} currency={currency} />,
    },
    { id: 'term', head: 'Term', track: '5rem', cell: (row) => (row.term === 'long' ? 'Long' : 'Short') },
    { id: 'box', head: 'Box', track: '4rem', cell: (row) => row.box },
  ]
}

function NarrowDisposal({ row, currency }: { row: DisposalRow; currency: string }) {
  return (
    <>
      <span className="flex justify-between gap-3">
        <span className="truncate font-medium">
          {row.label} <Quantity amount={row.quantity} ticker={row.asset} />
        </span>
        <Gain amount={row.gain} currency={currency} />
      </span>
      <span className="flex justify-between gap-3 text-caption text-ink-2">
        <span className="truncate">
          <Day day={row.disposed} /> · {row.account_name}
        </span>
        <span className="shrink-0">{row.term === 'long' ? 'Long-term' : 'Short-term'}</span>
      </span>
    </>
  )
}
