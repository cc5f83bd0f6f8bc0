/** A table refers to another by a column; null where the column may not be empty. */
export interface Reference {
  readonly from: string
  readonly to: string
  readonly column: string | null
}

export interface DeletionOrder {
  /** Each table before those that it refers to. */
  readonly order: readonly string[]
  /** References to empty first, since their tables refer to each other in a circle. */
  readonly loose: readonly { readonly table: string; readonly column: string }[]
}

/**
 * The order in which rows can be removed from tables that refer to each other. In a circle a reference that may be empty gives way.
 *
 * @throws Error where a circle has none.
 */
export function deletionOrder(tables: readonly string[], references: readonly Reference[]): DeletionOrder {
  let left = references.filter(({ from, to }) => from !== to && tables.includes(from) && tables.includes(to))
  const order: string[] = []
  const loose: { table: string; column: string }[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const free = waiting.filter((table) => left.every(({ to }) => to !== table))
    if (free.length === 0) {
      const gives = left.find(
        ({ from, to, column }) => column !== null && waiting.includes(from) && reaches(left, to, from),
      )
      if (gives === undefined || gives.column === null)
        throw new Error(`tables refer to each other in a circle: ${waiting.join(', ')}`)
      loose.push({ table: gives.from, column: gives.column })
      left = left.filter((one) => one !== gives)
      continue
    }
    order.push(...free)
    waiting = waiting.filter((table) => !free.includes(table))
    left = left.filter(({ from }) => !free.includes(from))
  }
  return { order, loose }
}

function reaches(references: readonly Reference[], start: string, end: string): boolean {
  const seen = new Set([start])
  for (const table of seen)
    for (const { from, to } of references) if (from === table && !seen.has(to)) seen.add(to)
  return seen.has(end)
}
