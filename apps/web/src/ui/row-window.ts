/** What a long list mounts: rows `first` to `last`, this far below the top of the scrolled area. */
export interface RowWindow {
  readonly first: number
  /** One past the last mounted row. */
  readonly end: number
  /** Where the first mounted row stands, in px of the scrolled area. */
  readonly top: number
  /** Of these the ones in sight, at least in part; `endShown` is one past the last. */
  readonly firstShown: number
  readonly endShown: number
}

/** Browsers cap an element's height (Firefox near 17.8 million px); beyond this the scroll bar stands for more. */
export const MAX_SCROLL_PX = 15_000_000

/** Never more rows than this in the document (performance: P16), unless a very tall window shows more at once. */
export const MAX_MOUNTED = 40

const OVERSCAN = 4

/** Height of the scrolled area of a list. */
export function scrollHeight(count: number, rowHeight: number): number {
  return Math.min(count * rowHeight, MAX_SCROLL_PX)
}

/**
 * Which rows a scroll position shows. Up to the cap a pixel is a pixel; beyond it the position stands for a share of
 * the list, so that the last of a million rows is still reached by the scroll bar.
 */
export function rowWindow(view: {
  readonly scrollTop: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}): RowWindow {
  const { height, rowHeight, count } = view
  const area = scrollHeight(count, rowHeight)
  const scrollTop = Math.min(Math.max(0, view.scrollTop), Math.max(0, area - height))
  const range = area - height
  const offset = range <= 0 ? 0 : (scrollTop / range) * (count * rowHeight - height)

  const firstShown = Math.floor(offset / rowHeight)
  const first = Math.max(0, firstShown - OVERSCAN)
  const inSight = Math.ceil(height / rowHeight) + 1 + OVERSCAN
  const end = Math.min(count, first + Math.max(inSight, Math.min(inSight + OVERSCAN, MAX_MOUNTED)))
  const endShown = Math.min(end, Math.ceil((offset + height) / rowHeight))
  return { first, end, top: scrollTop - (offset - first * rowHeight), firstShown, endShown }
}

/** The scroll position at which a row is wholly seen, or undefined when it is already. */
export function scrollTopFor(
  row: number,
  view: {
    readonly scrollTop: number
    readonly height: number
    readonly rowHeight: number
    readonly count: number
  },
): number | undefined {
  const { scrollTop, height, rowHeight, count } = view
  const area = scrollHeight(count, rowHeight)
  const whole = count * rowHeight
  const range = area - height
  if (range <= 0) return undefined
  const scale = (whole - height) / range
  const offset = scrollTop * scale
  const start = row * rowHeight
  if (start < offset) return start / scale
  if (start + rowHeight > offset + height) return (start + rowHeight - height) / scale
  return undefined
}
