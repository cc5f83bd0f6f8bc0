import type { ReactNode } from 'react'

/** A column of a table: what it is called and what it shows of a row. */
export interface Column<Row> {
  readonly id: string
  readonly head: string
  /** A `Hint` on the word of the head, where a first-time filer would not know it. */
  readonly hint?: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Figures stand at the right, under a head that stands at the right. */
  readonly isNumeric?: boolean
  /** Close to its neighbors, where columns are parts of one picture. */
  readonly isTight?: boolean
  /** Can be sorted by; the order is made by whoever gives the rows. */
  readonly isSortable?: boolean
  /** CSS width of the track in a virtual table, such as `minmax(8rem, 1fr)`; all that is left where unset. */
  readonly track?: string
  /** Words that take two lines before they are cut, where the rows of a virtual table have room for them; its head has. */
  readonly wraps?: boolean
  /** Names the row: the first such column is its header cell. */
  readonly isRowHead?: boolean
  /** Keep the head for screen readers only, as over a menu button. */
  readonly hideHead?: boolean
  /** Left out where there is no room for all columns: the one with the lowest number first, those without a number never. */
  readonly drops?: number
}

export interface Sort {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

/** What a click on a head does: sort by it, turn it round, then back to the natural order. */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : undefined
}

/** The columns of a virtual table that fit a width, by the least width of their tracks. */
export function fittingColumns<Row>(
  columns: readonly Column<Row>[],
  room: { readonly px: number; readonly rem: number },
): readonly Column<Row>[] {
  let left = columns
  while (left.reduce((sum, { track }) => sum + leastRem(track), 0) * room.rem > room.px) {
    const next = left.filter(({ drops }) => drops !== undefined).toSorted(byDrops)[0]
    if (next === undefined) return left
    left = left.filter((column) => column !== next)
  }
  return left
}

const byDrops = (a: { drops?: number }, b: { drops?: number }) => (a.drops ?? 0) - (b.drops ?? 0)

// Of `minmax(8rem, 1fr)`, and of `8rem`.
function leastRem(track: string | undefined): number {
  return Number(/([\d.]+)rem/.exec(track ?? '')?.[1] ?? 6)
}
