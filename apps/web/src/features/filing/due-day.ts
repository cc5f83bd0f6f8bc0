/** Days on which a return may be filed in time, as `2026-04-15`. */
export interface DueDays {
  readonly due: string
  /** With the extension of six months that Form 4868 asks for (Treas. Reg. 1.6081-4). It extends no payment. */
  readonly extended: string
}

/**
 * The days that a return of a tax year is due: the fifteenth of April of the next year (IRC 6072(a)), and of October with an extension.
 * Where that is a weekend, or the day on which Washington, D.C. keeps Emancipation Day, the next day that is neither (IRC 7503).
 */
export function dueDays(year: number): DueDays {
  // The holiday is on the sixteenth; on a weekend it is kept on the Friday before or the Monday after.
  const holiday = { 6: 15, 0: 17 }[dayOf(year, APRIL, 16).getUTCDay()] ?? 16
  return { due: nextWorkday(year, APRIL, holiday), extended: nextWorkday(year, OCTOBER) }
}

const APRIL = 3
const OCTOBER = 9

const dayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year + 1, month, day))

function nextWorkday(year: number, month: number, holiday?: number): string {
  let day = 15
  while ([0, 6].includes(dayOf(year, month, day).getUTCDay()) || day === holiday) day += 1
  return dayOf(year, month, day).toISOString().slice(0, 10)
}

/** `due Apr 15, 2026`, and what counts once that day has passed. */
export function dueWords(year: number, today: string): string {
  const { due, extended } = dueDays(year)
  if (today <= due) return `due ${inWords(due)}`
  if (today <= extended)
    return `past due since ${inWords(due)}, or due ${inWords(extended)} with an extension`
  return `past due since ${inWords(due)}`
}

const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
