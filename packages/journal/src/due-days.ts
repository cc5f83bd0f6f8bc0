/** Days on which a return may be filed in time, as `2026-04-15`. */
export interface DueDays {
  readonly due: string
  /** With the extension of six months that Form 4868 asks for (Treas. Reg. 1.6081-4). It extends no payment. */
  readonly extended: string
}

/**
 * The days that a return of a tax year is due: the fifteenth of April of the next year (IRC 6072(a)), and of October with an extension.
 * A weekend or a legal holiday moves it to the next day that is neither (IRC 7503).
 */
export function dueDays(year: number): DueDays {
  return { due: fifteenthOf(year + 1, APRIL), extended: fifteenthOf(year + 1, OCTOBER) }
}

/** The days that the four installments of the estimated tax of a year are due (IRC 6654(c)(2)), moved as above. */
export function installmentDays(year: number): readonly [string, string, string, string] {
  return [
    fifteenthOf(year, APRIL),
    fifteenthOf(year, JUNE),
    fifteenthOf(year, SEPTEMBER),
    fifteenthOf(year + 1, JANUARY),
  ]
}

const JANUARY = 0
const APRIL = 3
const JUNE = 5
const SEPTEMBER = 8
const OCTOBER = 9

/** The fifteenth, or the next day that is no weekend and no holiday; of the legal holidays two can be in the way. */
function fifteenthOf(year: number, month: number): string {
  const weekday = (day: number) => new Date(Date.UTC(year, month, day)).getUTCDay()
  const isHoliday = (day: number) =>
    (month === APRIL && day === emancipationDay(weekday(16))) ||
    // The birthday of Martin Luther King, Jr. is the third Monday.
    (month === JANUARY && weekday(day) === 1)
  let day = 15
  while ([0, 6].includes(weekday(day)) || isHoliday(day)) day += 1
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** The day that Washington, D.C. keeps the sixteenth of April on: the Friday before a Saturday, the Monday after a Sunday. */
const emancipationDay = (weekday: number) => ({ 6: 15, 0: 17 })[weekday] ?? 16
