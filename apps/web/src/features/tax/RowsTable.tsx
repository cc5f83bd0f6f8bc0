import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toApiError } from '../../client/api-error.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useOpenExplain } from '../../ui/explain-context.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useIsMobile } from '../../ui/use-media.ts'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { useCursorRows } from '../../client/use-cursor-rows.ts'

export interface RowsTableProps<Row extends { readonly handle: string }> {
  readonly caption: string
  /** A word for the rows: "disposals". */
  readonly noun: string
  readonly query: UseInfiniteQueryResult<
    InfiniteData<{ readonly rows: readonly Row[]; readonly next: string | null; readonly total: number }>
  >
  readonly columns: readonly Column<Row>[]
  readonly narrow: (row: Row) => ReactNode
  readonly isFiltered: boolean
  /** What the rows add up to: each total stands under its column, and on a phone beside its name. */
  readonly totals: readonly { readonly column: string; readonly label: string; readonly value: ReactNode }[]
}

/** The rows of a year in all four states; opening one explains it. Under them, what they add up to. */
export function RowsTable<Row extends { readonly handle: string }>(props: RowsTableProps<Row>) {
  const { caption, noun, query, columns, narrow, isFiltered, totals } = props
  const open = useOpenExplain()
  const { count, rowAt, onRange } = useCursorRows(query)
  const isMobile = useIsMobile()

  if (count === undefined) {
    if (query.error === null) {
      return (
        <Loading label={noun}>
          <div className="grid gap-3 p-4">
            {[1, 2, 3, 4, 5].map((n) => (
              <Skeleton key={n} className="h-6 w-full" />
            ))}
          </div>
        </Loading>
      )
    }
    return (
      <ErrorState
        title={`The ${noun} could not be loaded`}
        text={`${toApiError(query.error).message} The figures above are not affected.`}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (count === 0) {
    return <EmptyState title={isFiltered ? `No ${noun} match these filters` : `No ${noun} in this year`} />
  }
  const howMany = `${count.toLocaleString()} ${count === 1 ? noun.replace(/s$/, '') : noun}`
  return (
    <>
      <VirtualTable
        caption={caption}
        columns={columns}
        count={count}
        rowAt={rowAt}
        rowKey={(row) => row.handle}
        onRange={onRange}
        {...(open === undefined ? {} : { onOpen: (row: Row) => open(row.handle) })}
        narrow={narrow}
        foot={{
          [columns.find(({ isRowHead }) => isRowHead === true)?.id ?? '']: howMany,
          ...Object.fromEntries(totals.map(({ column, value }) => [column, value])),
        }}
        height={HEIGHT_PX}
      />
      {query.isFetchNextPageError && (
        <ErrorState
          title={`The rest of the ${noun} could not be loaded`}
          busy={query.isFetching}
          onRetry={() => void query.fetchNextPage()}
        />
      )}
      {isMobile && (
        <dl
          aria-label="Totals"
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-b-card border-t border-ink-2 px-4 py-3 font-semibold"
        >
          <div>
            <dt className="sr-only">Rows</dt>
            <dd>{howMany}</dd>
          </div>
          {totals.map(({ label, value }) => (
            <div key={label} className="flex items-baseline gap-2">
              <dt className="text-table font-normal text-ink-2">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Some thirty-five rows fill the page; more scroll within, so that few are in the document. */
const HEIGHT_PX = 1640
