import type { OneYear } from '@lotbook/contract'

/**
 * The year that is shown once a calculation is done: the one it was asked for. Where that is only the default and nothing
 * happened in it, as after importing an old history, the newest year in which something did.
 */
export function landingYear(
  { year, years, counts }: Pick<OneYear, 'year' | 'years' | 'counts'>,
  defaultYear: number,
): number {
  const isEmpty = counts.disposals + counts.incomes + counts.removals === 0
  return isEmpty && year === defaultYear && years.length > 0 ? Math.max(...years) : year
}
