import { useInfiniteQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { DisposalRow, OneYear } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { api } from '../../client/api.ts'
import { Figure } from '../../ui/Figure.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import type { Column } from '../../ui/table-columns.ts'
import { Day, Gain, Money } from '../../ui/Values.tsx'
import { allocationAside, allocationColumn, isOfAllocation } from './allocation-column.tsx'
import { OpenMark } from './OpenMark.tsx'
import { leadsToReview, openHead, openWords } from './open-words.ts'
import { accountColumn, AssetQuantity, NarrowRow } from '../../ui/result-rows.tsx'
import { acquiredColumn } from './acquired-column.tsx'
import { BASIS_HINT, BOX_HINT, GAIN_HINT, PROCEEDS_HINT, TERM_HINT } from './hints.tsx'
import { RowsTable } from './RowsTable.tsx'
import { TermSwatch } from './YearFigures.tsx'
import { ROWS_PER_PAGE } from '../../client/use-cursor-rows.ts'
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
      columns={columnsIn(year)}
      narrow={(row) => (
        <NarrowRow
          row={row}
          day={row.disposed}
          figure={<Gain amount={row.gain} currency={currency} />}
          aside={[
            row.term === 'long' ? 'Long-term' : 'Short-term',
            ...allocationAside(row.allocation),
            ...(row.form_expected ? ['1099-DA expected'] : []),
            ...(row.open.length > 0 ? [openWords(row.open, year)] : []),
          ].join(' · ')}
        />
      )}
      isFiltered={month !== undefined || term !== undefined || asset !== undefined}
      totals={[
        ...(totals.proceeds === undefined
          ? []
          : [
              {
                column: 'proceeds',
                label: 'Proceeds',
                value: <Money amount={totals.proceeds} currency={currency} />,
              },
            ]),
        ...(totals.basis === undefined
          ? []
          : [
              {
                column: 'basis',
                label: 'Cost basis',
                value: <Money amount={totals.basis} currency={currency} />,
              },
            ]),
        ...(totals.gain === undefined
          ? []
          : [
              {
                column: 'gain',
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

/** Only where something keeps the figures of the year from being the last word, columns tell of which rows. */
function columnsIn(year: OneYear): readonly Column<DisposalRow>[] {
  const { currency, qualifiers } = year
  const asks = qualifiers.some(({ code }) => !isOfAllocation(code))
  return [
    {
      id: 'asset',
      head: 'Asset',
      isRowHead: true,
      track: 'minmax(9rem, 1.2fr)',
      cell: (row) => <AssetQuantity row={row} />,
    },
    { id: 'label', head: 'What', track: 'minmax(5.75rem, 0.8fr)', wraps: true, cell: (row) => row.label },
    accountColumn('minmax(5.75rem, 1fr)'),
    acquiredColumn(),
    { id: 'disposed', head: 'Sold', track: '6.75rem', cell: (row) => <Day day={row.disposed} /> },
    {
      id: 'proceeds',
      head: 'Proceeds',
      hint: PROCEEDS_HINT,
      isNumeric: true,
      track: 'minmax(7rem, 1fr)',
      wraps: true,
      cell: (row) => (
        <Assumed
          amount={row.proceeds}
          currency={currency}
          reason={row.open.includes('missing_price') ? 'Its price is not known.' : undefined}
        />
      ),
    },
    {
      id: 'basis',
      head: 'Cost basis',
      hint: BASIS_HINT,
      isNumeric: true,
      track: 'minmax(7rem, 1fr)',
      wraps: true,
      cell: (row) => (
        <Assumed
          amount={row.basis}
          currency={currency}
          reason={ASSUMED_BASIS.find(([code]) => row.open.includes(code))?.[1]}
        />
      ),
    },
    {
      id: 'gain',
      head: 'Gain',
      hint: GAIN_HINT,
      isNumeric: true,
      track: 'minmax(8.5rem, 1.1fr)',
      cell: (row) => <Gain amount={row.gain} currency={currency} />,
    },
    {
      id: 'term',
      head: 'Term',
      hint: TERM_HINT,
      track: '4.75rem',
      cell: (row) => (
        <>
          <TermSwatch isShort={row.term !== 'long'} />
          {row.term === 'long' ? 'Long' : 'Short'}
        </>
      ),
    },
    {
      id: 'box',
      head: 'Box',
      hint: BOX_HINT,
      track: '4.25rem',
      cell: (row) => <Box row={row} />,
    },
    ...allocationColumn<DisposalRow>(qualifiers),
    ...(asks
      ? [
          {
            id: 'open',
            head: openHead(year),
            track: 'minmax(7.5rem, 1fr)',
            wraps: true,
            cell: (row: DisposalRow) => <OpenMark open={row.open} leads={leadsToReview(year)} />,
          },
        ]
      : []),
  ]
}

/** The box of Form 8949 with its code for an adjustment, marked where a Form 1099-DA that nobody has answered for would decide it. */
function Box({ row }: { row: DisposalRow }) {
  if (row.form !== null && row.form.code !== '')
    return (
      <span title={`Form 8949: code ${row.form.code}, adjustment ${row.form.adjustment}`}>
        {row.box}, {row.form.code}
      </span>
    )
  if (!row.form_expected) return row.box
  return (
    <span
      className="text-warn"
      title="A Form 1099-DA is expected for this sale. Enter it under Forms from brokers."
    >
      {row.box}
      <TriangleAlert aria-hidden="true" className="ml-1 inline-block size-3.5 align-text-bottom" />
      <span className="sr-only">, Form 1099-DA expected</span>
    </span>
  )
}

/** Open findings that leave a lot without a cost, and why. */
const ASSUMED_BASIS = [
  ['missing_basis', 'No purchase is known, so no cost is counted.'],
  ['unmatched_receive', 'The coins came from an unknown place, so no cost is counted.'],
  ['gift_basis_unknown', 'What the donor paid is not known, so no cost is counted.'],
  ['missing_price', 'What was paid is not known, so no cost is counted.'],
] as const

/** An amount of a row. A zero that stands for what nobody knows is marked as assumed, with its reason. */
function Assumed({
  amount,
  currency,
  reason,
}: {
  readonly amount: string
  readonly currency: string
  readonly reason: string | undefined
}) {
  if (reason === undefined || !isZero(readAmount(amount)))
    return <Money amount={amount} currency={currency} />
  return (
    <span className="text-warn" title={reason}>
      <TriangleAlert aria-hidden="true" className="mr-1 inline-block size-3.5 align-text-bottom" />
      <Money amount={amount} currency={currency} /> assumed
    </span>
  )
}
