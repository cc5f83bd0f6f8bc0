import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { cx } from './cx.ts'
import { nextSort, type Column, type Sort } from './table-columns.ts'

export interface ColumnHeadProps<Row> {
  readonly column: Column<Row>
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort | undefined) => void) | undefined
}

/** What stands in the head of a column: its name, and a button where it can be sorted by. */
export function ColumnHead<Row>({ column, sort, onSort }: ColumnHeadProps<Row>) {
  if (column.hideHead === true) return <span className="sr-only">{column.head}</span>
  if (column.isSortable !== true || onSort === undefined) return column.head
  const direction = sort?.column === column.id ? sort.direction : undefined
  const Icon = direction === undefined ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => onSort(nextSort(sort, column.id))}
      className={cx(
        '-mx-1 inline-flex min-h-6 items-center gap-1 rounded-[3px] px-1 hover:text-ink',
        column.isNumeric === true && 'flex-row-reverse',
        direction !== undefined && 'text-ink',
      )}
    >
      {column.head}
      <Icon aria-hidden="true" className={cx('size-3.5', direction === undefined && 'opacity-40')} />
    </button>
  )
}

/** The `aria-sort` of a column's header cell. */
export function ariaSort<Row>(column: Column<Row>, sort: Sort | undefined) {
  if (column.isSortable !== true) return undefined
  return sort?.column === column.id ? sort.direction : 'none'
}
