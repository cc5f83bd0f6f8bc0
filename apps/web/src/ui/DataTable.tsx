import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { ariaSort, ColumnHead } from './ColumnHead.tsx'
import { cx } from './cx.ts'
import { readPreferences } from './preferences.ts'
import type { Column, Sort } from './table-columns.ts'
import { useIsMobile } from './use-media.ts'

export interface DataTableProps<Row> {
  /** What the table lists; its caption for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly sort?: Sort | undefined
  readonly onSort?: (sort: Sort | undefined) => void
  /** Enter or a click on the row opens it. */
  readonly onOpen?: (row: Row) => void
  /** Further rows under one, such as the sources inside an account. */
  readonly below?: (row: Row) => ReactNode
  /** The two lines of a row on a phone; without it the table scrolls sideways. */
  readonly narrow?: (row: Row) => ReactNode
  readonly foot?: ReactNode
}

/**
 * A table of up to a few hundred rows (`VirtualTable` takes more). The head stays, figures stand at the right, arrows
 * and j/k move between rows that open.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, onOpen, below, narrow, foot } = props
  const captionId = useId()
  const isMobile = useIsMobile()

  if (isMobile && narrow !== undefined) {
    return (
      <ul aria-label={caption} className="divide-y divide-line">
        {rows.map((row) => (
          <li key={rowKey(row)} className="px-4 py-2">
            {onOpen === undefined ? (
              narrow(row)
            ) : (
              <button type="button" className="block min-h-11 w-full text-left" onClick={() => onOpen(row)}>
                {narrow(row)}
              </button>
            )}
            {below?.(row)}
          </li>
        ))}
      </ul>
    )
  }

  const cellHeight = readPreferences().density === 'compact' ? 'h-8' : 'h-11'
  return (
    <div
      role="region"
      aria-labelledby={captionId}
      // Scrolls by keyboard where it is wider than its card.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="rounded-b-card max-xl:overflow-x-auto"
    >
      <table className="w-full border-collapse text-table">
        <caption id={captionId} className="sr-only">
          {caption}
        </caption>
        <thead className="sticky top-0 z-10 xl:top-14 bg-surface text-caption text-ink-3">
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={ariaSort(column, sort)}
                className={cx(
                  'h-9 border-b border-line font-medium whitespace-nowrap md:first:pl-6 md:last:pr-6',
                  column.isTight === true ? 'px-1' : 'px-4',
                  column.isNumeric === true ? 'text-right' : 'text-left',
                )}
              >
                <ColumnHead column={column} sort={sort} onSort={onSort} />
                {column.hint}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <tbody key={rowKey(row)} className="border-b border-rule last-of-type:border-b-0">
            <tr
              tabIndex={onOpen === undefined ? undefined : 0}
              onClick={(event) => {
                if (onOpen !== undefined && !isControl(event.target)) onOpen(row)
              }}
              onKeyDown={(event) => {
                if (event.target === event.currentTarget) moveRow(event, () => onOpen?.(row))
              }}
              className={cx(onOpen !== undefined && 'cursor-pointer outline-offset-[-2px] hover:bg-quiet')}
            >
              {columns.map((column) => {
                const Cell = column.isRowHead === true ? 'th' : 'td'
                return (
                  <Cell
                    key={column.id}
                    scope={column.isRowHead === true ? 'row' : undefined}
                    className={cx(
                      cellHeight,
                      'py-1 font-normal md:first:pl-6 md:last:pr-6',
                      column.isTight === true ? 'px-1' : 'px-4',
                      column.isNumeric === true ? 'text-right whitespace-nowrap' : 'text-left',
                    )}
                  >
                    {column.cell(row)}
                  </Cell>
                )
              })}
            </tr>
            {below?.(row)}
          </tbody>
        ))}
        {foot !== undefined && <tfoot className="border-t border-ink-2 font-semibold">{foot}</tfoot>}
      </table>
    </div>
  )
}

// A control inside a row does its own thing; the row does not open.
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, label, summary') !== null
}

function moveRow(event: KeyboardEvent<HTMLTableRowElement>, open: () => void) {
  const all = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? [])]
  const at = all.indexOf(event.currentTarget)
  const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: all.length - 1 }[
    event.key
  ]
  if (event.key === 'Enter') open()
  else if (to === undefined) return
  else all[to]?.focus()
  event.preventDefault()
}
