import { NONE, type Selection, stillThere } from '../../client/selection.ts'
import { useDraft } from '../../client/use-draft.ts'

const BEGIN = { filter: '', ids: [] as string[], isAll: false }

/**
 * Which rows of the list are chosen, under its filter: what was chosen under other filters is not chosen under these. Outlives
 * a session that ends and a reload, until it is cleared.
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
