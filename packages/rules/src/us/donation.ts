import type { Dollars } from '../event.ts'
import type { Term } from '../term.ts'

/**
 * Deduction for a donation to a charity: its fair market value when it was held long, else the lesser of its basis and that value
 * (R-DON-1; section 170(e)(1)(A)). 1 ETH that cost $1,000 and is worth $3,000 deducts $3,000 after two years, and $1,000 after two
 * months. See docs/tax/gifts-and-donations.md.
 */
export function deductionOf(term: Term, value: Dollars, basis: Dollars): Dollars {
  return term === 'long' || value <= basis ? value : basis
}
