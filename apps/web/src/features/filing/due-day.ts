/**
 * The day that a return of a tax year is due: the fifteenth of April of the next year (IRC 6072(a)). Where that is a weekend, or the day
 * on which Washington, D.C. keeps Emancipation Day, the next day that is neither (IRC 7503).
 *
 * @returns a date as people read it, `Apr 15, 2026`
 */
export function dueDay(year: number): string {
  const at = (day: number) => new Date(Date.UTC(year + 1, 3, day))
  // The holiday is on the sixteenth; on a weekend it is kept on the Friday before or the Monday after.
  const holiday = { 6: 15, 0: 17 }[at(16).getUTCDay()] ?? 16
  let day = 15
  while ([0, 6].includes(at(day).getUTCDay()) || day === holiday) day += 1
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(at(day))
}
