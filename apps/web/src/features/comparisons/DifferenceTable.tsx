import { useInfiniteQuery } from '@tanstack/react-query'
import type { Comparison, DifferenceRow } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useOpenExplain } from '../../ui/explain-context.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Day, Gain, Money } from '../../ui/Values.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { accountColumn, AssetQuantity, NarrowRow } from '../../ui/result-rows.tsx'
import { ROWS_PER_PAGE, useCursorRows } from '../../client/use-cursor-rows.ts'

/** The rows in which two calculations differ, the largest first; opening one explains its transaction. */
export function DifferenceTable({
  comparison,
  year,
  cause,
}: {
  comparison: Comparison
  year: number
  cause: number | undefined
}) {
  const open = useOpenExplain()
  const { currency, id } = comparison
  const query = useInfiniteQuery(
    laterApi.comparisons.rows.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, year, cause, cursor, limit: ROWS_PER_PAGE }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  )
  const { count, rowAt, onRange } = useCursorRows(query)
  return (
    <Card title="Rows that differ" flush>
      {count === undefined ? (
        query.error === null ? (
          <Loading label="rows">
            <div className="p-4">
              <Skeleton className="h-40 w-full" />
            </div>
          </Loading>
        ) : (
          <ErrorState
            title="The rows could not be loaded"
            text={`${toApiError(query.error).message} The figures above are not affected.`}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )
      ) : (
        <VirtualTable
          caption={`Rows of ${year.toString()} that differ`}
          columns={columnsIn(currency)}
          count={count}
          rowAt={rowAt}
          rowKey={(row) => row.n.toString()}
          onRange={onRange}
          {...(open === undefined
            ? {}
            : {
                onOpen: (row: DifferenceRow) => {
                  // A row that went away has no figure to open; the transaction that made the difference may have one.
                  const handle = row.handle ?? row.changed_handle
                  if (handle !== null) open(handle)
                },
              })}
          narrow={(row) => (
            <NarrowRow
              row={{ ...row, quantity: (row.after ?? row.before)?.quantity ?? '0' }}
              day={row.date}
              figure={<Change row={row} currency={currency} />}
              aside={sidesOf(row)}
            />
          )}
          height={480}
        />
      )}
    </Card>
  )
}

/** The change of the row: the gain of a disposal, the income of a receipt, the deduction of a gift. */
function Change({ row, currency }: { row: DifferenceRow; currency: string }) {
  switch (row.kind) {
    case 'disposal':
      return <Gain amount={row.gain} currency={currency} />
    case 'income':
      return <Money amount={row.income} currency={currency} signed />
    case 'removal':
      // A gift or a loss is in no deduction, before or after.
      if ((row.before?.deduction ?? null) === null && (row.after?.deduction ?? null) === null) return '—'
      return <Money amount={row.deduction} currency={currency} signed />
  }
}

function sidesOf({ before, after }: DifferenceRow): string {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  // The gain may be the same and taxed otherwise.
  return before.term === after.term || after.term === null ? 'changed' : `now ${after.term}-term`
}

function columnsIn(currency: string): readonly Column<DifferenceRow>[] {
  const side = (name: 'before' | 'after', head: string): Column<DifferenceRow> => ({
    id: name,
    head,
    isNumeric: true,
    track: 'minmax(8rem, 1fr)',
    cell: (row) => {
      const at = row[name]
      if (at === null) return '—'
      const figure = row.kind === 'disposal' ? at.gain : row.kind === 'income' ? at.value : at.deduction
      return figure === null ? '—' : <Money amount={figure} currency={currency} />
    },
  })
  return [
    {
      id: 'asset',
      head: 'Asset',
      isRowHead: true,
      track: 'minmax(9rem, 1.2fr)',
      cell: (row) => <AssetQuantity row={{ ...row, quantity: (row.after ?? row.before)?.quantity ?? '0' }} />,
    },
    { id: 'label', head: 'What', track: 'minmax(6rem, 0.8fr)', wraps: true, cell: (row) => row.label },
    accountColumn('minmax(7rem, 1fr)'),
    { id: 'date', head: 'Date', track: '7.25rem', cell: (row) => <Day day={row.date} /> },
    { id: 'state', head: 'Row', track: 'minmax(8.5rem, 0.6fr)', wraps: true, cell: sidesOf },
    side('before', 'Before'),
    side('after', 'After'),
    {
      id: 'change',
      head: 'Change',
      isNumeric: true,
      track: 'minmax(8rem, 1fr)',
      cell: (row) => <Change row={row} currency={currency} />,
    },
  ]
}
