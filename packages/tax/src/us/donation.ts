import type { Amounts, Slot } from '../amounts/amounts.ts'
import type { Term } from './holding-period.ts'

/**
 * The slot of what a donated lot lets one deduct: its fair market value when held long, else the lesser of its
 * basis and that value (R-DON-1; section 170(e)(1)(A)). See docs/tax/gifts-and-donations.md.
 */
export function deductionOf(amounts: Amounts, term: Term, value: number, basis: Slot): number {
  return term === 'long' || amounts.compare(value, basis) <= 0 ? value : basis
}
