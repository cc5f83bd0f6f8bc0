import { NONE, type Selection, stillThere } from '../../client/selection.ts'
import { useDraft } from '../../client/use-draft.ts'

const BEGIN = { filter: '', ids: [] as string[], isAll: false }

/**
 * Chosen rows of the list, under its filter: rows chosen under other filters are not chosen under this one. The choice
 * outlives a session that ends and a reload, until it is cleared.
 *
 * @param loaded the rows that are there.
 */
export function useChosenRows(filter: string, loaded: readonly string[]) {
  const [kept, keep, forget] = useDraft('chosen rows', BEGIN)
  const selection: Selection = kept.filter !== filter ? NONE : kept.isAll ? 'all' : new Set(kept.ids)
  const choose = (next: Selection) => {
    const isAll = next === 'all'
    keep({ filter, ids: isAll ? [] : [...next], isAll })
    if (!isAll && next.size === 0) forget()
  }
  return [stillThere(selection, loaded), choose] as const
}
