import { dueDays } from '@lotbook/journal'

/** The due day in words, `due Apr 15, 2026`, and once it has passed that it has. @param today as `2026-04-15`. */
export function dueWords(year: number, today: string): string {
  const { due, extended } = dueDays(year)
  if (today <= due) return `due ${inWords(due)}`
  if (today <= extended)
    return `past due since ${inWords(due)}, or due ${inWords(extended)} with an extension`
  return `past due since ${inWords(due)}`
}

/** The calendar day of an instant where the person is, as `2026-04-15`. */
export function localDay(at: Date): string {
  const twoDigits = (part: number) => part.toString().padStart(2, '0')
  return `${at.getFullYear().toString()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
