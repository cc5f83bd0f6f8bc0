/** Years whose last day is offered at once: holdings are mostly asked for at the end of a tax year. */
const YEARS = 3

/** The last days of the years before this one, the newest first. */
export function recentYearEnds(now: Date): readonly string[] {
  const year = now.getFullYear()
  return Array.from({ length: YEARS }, (_, n) => `${(year - 1 - n).toString()}-12-31`)
}
