import type { RowFilter } from './year-totals.ts'

export const YEAR_TABS = ['disposals', 'income', 'removals', 'assets'] as const
export type YearTab = (typeof YEAR_TABS)[number]

/** What of a year is shown, as the URL says it. */
export interface OneYearSearch extends RowFilter {
  readonly year?: number
  readonly tab?: YearTab
}

/** The search of the URL; what is not one of the known values is left out. */
export function oneYearSearch(search: Readonly<Record<string, unknown>>): OneYearSearch {
  const year = yearOf(search['year'])
  const tab = YEAR_TABS.find((one) => one === search['tab'])
  const month = whole(search['month'], 1, 12)
  const term = (['short', 'long'] as const).find((one) => one === search['term'])
  const asset = text(search['asset'])
  const category = text(search['category'])
  return {
    ...(year === undefined ? {} : { year }),
    ...(tab === undefined ? {} : { tab }),
    ...(month === undefined ? {} : { month }),
    ...(term === undefined ? {} : { term }),
    ...(asset === undefined ? {} : { asset }),
    ...(category === undefined ? {} : { category }),
  }
}

/** A year out of a URL; one that is no tax year is told as such and not exchanged for another. */
export function yearOf(value: unknown): number | undefined {
  return whole(value, 1000, 9999)
}

function whole(value: unknown, from: number, to: number): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = value.toString()
  if (!/^\d{1,4}$/.test(text)) return undefined
  const number = parseInt(text, 10)
  return number >= from && number <= to ? number : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined
}
