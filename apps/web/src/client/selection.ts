/** The chosen rows of a list: some by id, or all that the filter finds. */
export type Selection = ReadonlySet<string> | 'all'

export const NONE: Selection = new Set()

export function isChosen(selection: Selection, id: string): boolean {
  return selection === 'all' || selection.has(id)
}

export function countOf(selection: Selection, total: number): number {
  return selection === 'all' ? total : selection.size
}

/** One row more or less. Less of all is what is loaded without it: nothing unseen is chosen. */
export function toggled(selection: Selection, id: string, loaded: readonly string[]): Selection {
  const next = new Set(selection === 'all' ? loaded : selection)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The selection without rows that are no longer in the list. */
export function stillThere(selection: Selection, loaded: readonly string[]): Selection {
  if (selection === 'all') return selection
  const here = new Set(loaded)
  return [...selection].every((id) => here.has(id))
    ? selection
    : new Set([...selection].filter((id) => here.has(id)))
}
