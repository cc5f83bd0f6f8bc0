/** A box on the screen, in CSS pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const STEP = 8

/**
 * The nearest place for a box within bounds where it covers none of some others: first up from where it is, then at the other
 * side, then in the middle.
 *
 * @returns how far to move it; not at all where every place covers something.
 */
export function freePlace(box: Box, bounds: Box, others: readonly Box[]): { dx: number; dy: number } {
  const toLeft = bounds.left - box.left
  const highest = Math.min(0, bounds.top - box.top)
  for (const dx of new Set([0, toLeft, Math.round(toLeft / 2)]))
    for (let dy = 0; dy >= highest; dy -= STEP)
      if (!others.some((other) => overlaps(moved(box, dx, dy), other))) return { dx, dy }
  return { dx: 0, dy: 0 }
}

function moved({ left, top, right, bottom }: Box, dx: number, dy: number): Box {
  return { left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy }
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
