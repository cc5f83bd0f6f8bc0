/** The months as sentences and filters name them, January first. */
export const MONTH_NAMES: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The months as dates and axes name them: `Jan`. */
export const SHORT_MONTHS: readonly string[] = MONTH_NAMES.map((name) => name.slice(0, 3))
