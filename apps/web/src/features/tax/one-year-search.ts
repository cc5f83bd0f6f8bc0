import { textOf, wholeOf, yearOf } from '../../client/search-values.ts'
import type { RowFilter } from './year-totals.ts'

export const YEAR_TABS = ['disposals', 'income', 'removals', 'assets'] as const
export type YearTab = (typeof YEAR_TABS)[number]

/** The year, tab and filters of the screen, as the address holds them. */
export interface OneYearSearch extends RowFilter {
  readonly year?: number
  /** The year that was calculated, where another is shown because nothing happened in it. */
  readonly asked?: number
  readonly tab?: YearTab
}

/** The search of an address; a value that is none of the known ones is left out. */
export function oneYearSearch(search: Readonly<Record<string, unknown>>): OneYearSearch {
  const year = yearOf(search['year'])
  const asked = yearOf(search['asked'])
  const tab = YEAR_TABS.find((one) => one === search['tab'])
  const month = wholeOf(search['month'], 1, 12)
  const term = (['short', 'long'] as const).find((one) => one === search['term'])
  const asset = textOf(search['asset'])
  const category = textOf(search['category'])
  return {
    ...(year === undefined ? {} : { year }),
    ...(asked === undefined ? {} : { asked }),
    ...(tab === undefined ? {} : { tab }),
    ...(month === undefined ? {} : { month }),
    ...(term === undefined ? {} : { term }),
    ...(asset === undefined ? {} : { asset }),
    ...(category === undefined ? {} : { category }),
  }
}
