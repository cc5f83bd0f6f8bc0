import { type TaxDate, yearOf } from '@lotbook/journal'
import { formatDecimal, minus, parseDecimal, zero } from '@lotbook/money'
import { atLeastZero } from './capital-loss.ts'
import type { RemovalFacts } from './removal-facts.ts'

/**
 * The way the law looks at units that were stolen or lost (tax/us 6.5):
 *
 * - `for_profit`: a theft in a transaction entered into for profit, Form 4684 Section B (section 165(c)(2); CCA 202511015).
 * - `personal`: any other theft since 2018, which is deductible in a declared disaster alone (section 165(h)(5), permanent by P.L. 119-21).
 * - `personal_to_2017`: any other theft before 2018, Form 4684 Section A, less $100 and 10% of adjusted gross income (section 165(h)(1) and (2)).
 * - `open`: nobody stated whether the units were held for profit.
 * - `lost`: no theft. No authority gives a loss for units that are only out of reach.
 */
export type LossTreatment = 'for_profit' | 'personal' | 'personal_to_2017' | 'open' | 'lost'

/** The treatment of a removal, by the year that a theft counts in: that of its discovery (section 165(e)). */
export function lossTreatment(
  kind: 'stolen' | 'lost',
  date: TaxDate,
  facts: Pick<RemovalFacts, 'is_for_profit' | 'discovered_on'>,
): LossTreatment {
  if (kind === 'lost') return 'lost'
  if (facts.is_for_profit === null) return 'open'
  if (facts.is_for_profit) return 'for_profit'
  return yearOf(facts.discovered_on ?? date) <= 2017 ? 'personal_to_2017' : 'personal'
}

/**
 * The basis that no reimbursement covers, not below zero: the most that a theft loss can be, whatever the units were worth (Treas. Reg.
 * 1.165-8(c)). 1 ETH that cost $3,000, worth $9,000 when it was stolen, with $1,000 paid by an insurer, leaves $2,000. Null where
 * nobody stated the reimbursement.
 */
export function unreimbursedBasis(basis: string, reimbursement: string | null): string | null {
  if (reimbursement === null) return null
  return formatDecimal(atLeastZero(minus(parseDecimal(basis) ?? zero, parseDecimal(reimbursement) ?? zero)))
}
