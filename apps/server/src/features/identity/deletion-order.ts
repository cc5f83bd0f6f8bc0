/** Rows of one table refer to rows of another. */
export interface Reference {
  readonly from: string
  readonly to: string
}

/**
 * Tables in the order in which their rows can be removed: each before those that it refers to.
 *
 * @throws Error where tables refer to each other in a circle.
 */
export function deletionOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const order: string[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const isReferredTo = (table: string) =>
      references.some(({ from, to }) => to === table && from !== table && waiting.includes(from))
    const free = waiting.filter((table) => !isReferredTo(table))
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${waiting.join(', ')}`)
    order.push(...free)
    waiting = waiting.filter((table) => !free.includes(table))
  }
  return order
}
