import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ariaSort, ColumnHead } from './ColumnHead.tsx'
import { cx } from './cx.ts'
import { readPreferences } from './preferences.ts'
import { rowWindow, scrollHeight, scrollTopFor } from './row-window.ts'
import { Skeleton } from './Skeleton.tsx'
import { type Column, fittingColumns, type Sort } from './table-columns.ts'
import { Total } from './Total.tsx'
import { useIsMobile } from './use-media.ts'
import { usePageScroll } from './use-page-scroll.ts'
import { useWidth } from './use-width.ts'

export interface VirtualTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** All rows that can be scrolled to, also those not yet here. */
  readonly count: number
  /** All rows there are, where more follow once the last has been scrolled to. */
  readonly total?: number
  /** The row at an index, or undefined while it is being fetched. */
  readonly rowAt: (index: number) => Row | undefined
  readonly rowKey: (row: Row) => string
  /** Rows from `first` up to (not including) `end` are on screen: fetch what is missing. */
  readonly onRange?: (first: number, end: number) => void
  /** Rows from `first` up to (not including) `end` are in sight: for "1–50 of 104,212". */
  readonly onShown?: (first: number, end: number) => void
  readonly sort?: Sort | undefined
  readonly onSort?: (sort: Sort | undefined) => void
  readonly onOpen?: (row: Row) => void
  /** A key pressed on the row that has the focus, other than those that move; true when it meant something. */
  readonly onRowKey?: (row: Row, event: KeyboardEvent<HTMLElement>) => boolean
  /** The row that is open beside the table. */
  readonly openKey?: string | undefined
  readonly narrow?: (row: Row) => ReactNode
  /** What the rows add up to, by column; the column that names the rows says how many they are. It stays in sight under them. */
  readonly foot?: Readonly<Record<string, ReactNode>> | undefined
  /** Height of the view in px; `page` where the rows take all the room they need, and scroll with the page. */
  readonly height?: number | 'page'
}

/**
 * A table of any length: a window of at most 40 rows is in the document, the scroll bar stands for all. One row has
 * the focus; arrows, j/k, Page Up and Down, Home and End move it, Enter opens it. Where its columns need more room than there is, those
 * that may be left out are; if it still does not fit it scrolls within itself, and the column that names the rows stays in sight.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const {
    caption,
    count,
    rowAt,
    rowKey,
    onRange,
    onShown,
    sort,
    onSort,
    onOpen,
    onRowKey,
    openKey,
    narrow,
    foot,
    height = 600,
  } = props
  const isMobile = useIsMobile()
  const isNarrow = isMobile && narrow !== undefined
  const isOfPage = height === 'page'
  const { ref: frame, width } = useWidth(ASSUMED_PX)
  const [rem] = useState(remPx)
  const columns = fittingColumns(props.columns, { px: width, rem })
  const rowHeight = isNarrow ? 60 : readPreferences().density === 'compact' ? 32 : 44
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const [isAside, setAside] = useState(false)
  const [active, setActive] = useState(0)
  const moved = useRef(false)
  const hadFocus = useRef(false)

  const headHeight = isNarrow ? 0 : 36
  const footHeight = isNarrow || foot === undefined ? 0 : FOOT_PX
  const pageFoot = footHeight + (isMobile ? MOBILE_BAR_PX : COUNT_LINE_PX)
  const ofPage = usePageScroll(body, isOfPage, { head: headHeight, foot: pageFoot })
  const own = { scrollTop, height: isOfPage ? 0 : height - headHeight - footHeight }
  const view = { ...(isOfPage ? ofPage : own), rowHeight, count }
  const { first, end, top, firstShown, endShown } = rowWindow(view)

  useEffect(() => onRange?.(first, end), [first, end, onRange])
  useEffect(() => onShown?.(firstShown, endShown), [firstShown, endShown, onShown])

  // The row that the keys moved to may be mounted only after the scroll that goes with it, and the outline of a row that
  // had the focus takes it along when the row itself comes in its place.
  useEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body
    if (!moved.current && !isLost) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${active.toString()}"]`)
    if (row === null || row === undefined) return
    moved.current = false
    row.focus({ preventScroll: true })
    if (isOfPage) row.scrollIntoView({ block: 'nearest' })
  })

  function go(to: number) {
    const row = Math.min(Math.max(0, to), count - 1)
    moved.current = true
    setActive(row)
    const wanted = scrollTopFor(row, view)
    if (wanted === undefined) return
    // A row of the page that is there already comes into sight as it gets the focus.
    if (isOfPage && (row < first || row >= end)) window.scrollBy(0, wanted - view.scrollTop)
    else if (!isOfPage && scroller.current !== null) scroller.current.scrollTop = wanted
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1)
    const to = {
      ArrowDown: active + 1,
      j: active + 1,
      ArrowUp: active - 1,
      k: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: count - 1,
    }[event.key]
    const row = rowAt(active)
    if (event.key === 'Enter' && row !== undefined) onOpen?.(row)
    else if (to !== undefined) go(to)
    else if (row === undefined || onRowKey?.(row, event) !== true) return
    event.preventDefault()
  }

  const tracks = columns.map((column) => column.track ?? 'minmax(6rem, 1fr)').join(' ')
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={caption}
      aria-rowcount={(props.total ?? count) + (foot === undefined ? 1 : 2)}
      aria-colcount={isNarrow ? 1 : columns.length}
      tabIndex={-1}
      onKeyDown={move}
      onScroll={({ currentTarget }) => {
        setScrollTop(currentTarget.scrollTop)
        setAside(currentTarget.scrollLeft > 0)
      }}
      className={cx('relative rounded-b-card text-table', !isOfPage && 'overflow-auto overscroll-contain')}
      style={
        isOfPage
          ? undefined
          : { height: Math.min(height, scrollHeight(count, rowHeight) + headHeight + footHeight + 1) }
      }
    >
      <div ref={frame} aria-hidden="true" />
      {!isNarrow && (
        <div
          role="row"
          aria-rowindex={1}
          className={cx(
            isOfPage ? 'top-14' : 'top-0',
            'sticky z-10 grid h-9 min-w-fit rounded-t-card items-center border-b border-line bg-surface text-caption font-medium text-ink-3',
          )}
          style={{ gridTemplateColumns: tracks }}
        >
          {columns.map((column) => (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={ariaSort(column, sort)}
              className={cx(
                'px-3 first:pl-4 last:pr-4',
                // The head has room for two lines of what it says, at any density.
                column.wraps !== true && 'whitespace-nowrap',
                column.isNumeric === true && 'text-right',
                column.isRowHead === true && KEPT_IN_SIGHT,
                column.isRowHead === true && isAside && ABOVE_OTHERS,
              )}
            >
              <ColumnHead column={column} sort={sort} onSort={onSort} />
              {column.hint}
            </div>
          ))}
        </div>
      )}
      <div
        ref={body}
        role="rowgroup"
        className="relative min-w-fit"
        style={{ height: scrollHeight(count, rowHeight) }}
      >
        <div
          role="presentation"
          className="min-w-fit"
          style={{ transform: `translateY(${top.toString()}px)` }}
        >
          {Array.from({ length: end - first }, (_, n) => {
            const index = first + n
            const row = rowAt(index)
            return (
              // The keys are those of the grid: Enter opens the row that has the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={row === undefined ? `row-${index.toString()}` : rowKey(row)}
                role="row"
                aria-rowindex={index + 2}
                data-row={index}
                data-key={row === undefined ? undefined : rowKey(row)}
                tabIndex={index === clamp(active, first, end) ? 0 : -1}
                onFocus={() => {
                  hadFocus.current = true
                  setActive(index)
                }}
                onBlur={() => {
                  hadFocus.current = false
                }}
                onClick={() => row !== undefined && onOpen?.(row)}
                aria-selected={
                  openKey === undefined ? undefined : row !== undefined && rowKey(row) === openKey
                }
                className={cx(
                  'group/row grid items-center border-b border-rule bg-surface outline-offset-[-2px] hover:bg-quiet aria-selected:bg-accent-soft',
                  onOpen !== undefined && 'cursor-pointer',
                  isOfPage && 'scroll-mt-[92px] scroll-mb-12 max-md:scroll-mt-16 max-md:scroll-mb-20',
                )}
                style={{ height: rowHeight, gridTemplateColumns: isNarrow ? '1fr' : tracks }}
              >
                {isNarrow ? (
                  <div role="gridcell" className="min-w-0 px-4">
                    {row === undefined ? <Skeleton className="h-4 w-3/4" /> : narrow(row)}
                  </div>
                ) : (
                  columns.map((column) => (
                    <div
                      key={column.id}
                      role={column.isRowHead === true && row !== undefined ? 'rowheader' : 'gridcell'}
                      className={cx(
                        'min-w-0 px-3 first:pl-4 last:pr-4',
                        column.wraps !== true && 'truncate',
                        column.wraps === true && 'line-clamp-2 break-words',
                        column.wraps === true &&
                          (rowHeight >= ROOMY_PX ? 'leading-[1.125rem]' : 'leading-[0.9375rem]'),
                        column.isNumeric === true && 'text-right',
                        column.isRowHead === true && KEPT_IN_SIGHT,
                        column.isRowHead === true && isAside && ABOVE_OTHERS,
                      )}
                    >
                      {row === undefined ? <Skeleton className="h-3.5 w-3/4" /> : column.cell(row)}
                    </div>
                  ))
                )}
              </div>
            )
          })}
        </div>
      </div>
      {!isNarrow && foot !== undefined && (
        <div
          role="row"
          aria-label="Totals"
          aria-rowindex={(props.total ?? count) + 2}
          className="sticky bottom-0 z-10 grid min-w-fit items-center border-t border-ink-2 bg-surface font-semibold"
          style={{ height: FOOT_PX, gridTemplateColumns: tracks }}
        >
          {columns.map((column) => (
            <div
              key={column.id}
              role={column.isRowHead === true ? 'rowheader' : 'gridcell'}
              className={cx(
                'px-3 whitespace-nowrap first:pl-4 last:pr-4',
                column.isNumeric === true && 'text-right',
                column.isRowHead === true && `${KEPT_IN_SIGHT} bg-inherit`,
                column.isRowHead === true && isAside && ABOVE_OTHERS,
              )}
            >
              {column.isNumeric === true && foot[column.id] !== undefined ? (
                <Total>{foot[column.id]}</Total>
              ) : (
                foot[column.id]
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Height of the row of totals. */
const FOOT_PX = 48

/** What stays in sight at the foot of the window under rows that scroll with the page: the line that counts them, or a phone's bar. */
const COUNT_LINE_PX = 36
const MOBILE_BAR_PX = 56

/** Until it is known. */
const ASSUMED_PX = 1390

// A computed size is in px: `16px`.
function remPx(): number {
  return Number(getComputedStyle(document.documentElement).fontSize.replace('px', ''))
}

/**
 * The cell that names a row stays while the others are scrolled aside: by itself, so that it never leaves and comes back when the table
 * is told of the scroll.
 */
const KEPT_IN_SIGHT = 'sticky left-0 content-center self-stretch'

/**
 * From then on the others pass beneath it: it covers them over the whole height of its row, and with them the row's outline, of which
 * it draws its part itself. Before, it would break the outline.
 */
const ABOVE_OTHERS =
  'z-[1] border-r border-line-strong bg-inherit group-focus-visible/row:shadow-[inset_2px_2px_0_var(--text),inset_2px_-2px_0_var(--text)]'

/** Height of a row in which two lines need not stand close. */
const ROOMY_PX = 40

// The row with the focus stop: the active one while it is mounted, else the nearest.
function clamp(active: number, first: number, end: number): number {
  return Math.min(Math.max(active, first), end - 1)
}
