import type { CrossCheck } from '../jurisdiction.ts'
import type { Reported } from '../reported.ts'

const DAY_MS = 86_400_000
const FIRST_OF_2025 = Date.UTC(2025, 0, 1) / DAY_MS

/** Boxes of Form 8949, short and long: to 2024, and from 2025 (R-BOX-1). */
const BOXES: Readonly<Record<Reported, readonly [string, string]>> = {
  none: ['CF', 'IL'],
  proceeds: ['BE', 'HK'],
  basis: ['AD', 'GJ'],
}

/** Terms, deductions and boxes by arithmetic of their own: days are counted, and boxes looked up in a table. */
export const crossCheck: CrossCheck = {
  isLong,
  // A gift to charity deducts its value when held long, else no more than its basis (R-DON-1).
  deductionOf: (term, value, basis) => (term === 'long' || value <= basis ? value : basis),
  boxOf: (disposed, term, reported) =>
    BOXES[reported][disposed >= FIRST_OF_2025 ? 1 : 0][term === 'long' ? 1 : 0]!,
}

/** Long-term is more than a year (R-HOLD-1). */
function isLong(acquired: number, disposed: number): boolean {
  // The day after a year on is 366 or 367 days on: only between these is the calendar asked.
  const days = disposed - acquired
  if (days < 366) return false
  if (days > 366) return true
  const next = new Date((acquired + 1) * DAY_MS)
  // A year after 29 February is 1 March by the calendar (R-HOLD-2).
  return disposed >= Date.UTC(next.getUTCFullYear() + 1, next.getUTCMonth(), next.getUTCDate()) / DAY_MS
}
