import type { FILING_STATUSES } from '@lotbook/contract'

/** Whose tax is estimated, as the calls take it. */
export interface Person {
  readonly filing_status: (typeof FILING_STATUSES)[number]
  readonly other_income: string
}
