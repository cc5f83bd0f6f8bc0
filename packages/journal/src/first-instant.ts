import type { Instant } from './time.ts'

/** No transaction is earlier: the first block of Bitcoin is of January 3, 2009, and no tax year before can be looked at. */
export const FIRST_INSTANT: Instant = Date.UTC(2009, 0, 1)

/** What is said of an earlier one, whoever brings it. */
export const BEFORE_FIRST_INSTANT = 'The date is before 2009, when there was no crypto yet.'
