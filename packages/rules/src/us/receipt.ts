import { type Day, type Dollars, isCoin, type TaxEvent, valueOf } from '../event.ts'
import type { Movement } from '../movement.ts'
import { type Costs, isFeeWithheldFrom, withFeeSpent } from './fees.ts'
import type { Rule } from './rule.ts'

/**
 * A rebate or a loan is not income, and is a lot at its fair market value (R-INC-3; no authority of its own): 0.01 ETH of a loan,
 * worth $30 when it came, cost $30.
 */
export const receiveUntaxed: Rule = {
  operation: 'acquire',
  ids: [],
  value: 'needs-received',
  movements: receiveAtValue,
}

/**
 * By choice an airdrop or a rebase is not income, and is a lot with a basis of 0: all of it is gain when it is disposed of (R-OPEN-6,
 * no authority; R-OPEN-7, Rev. Rul. 2019-24, disputed). 100 ARB worth $120 when they came, and sold for $90, are a gain of $90.
 */
export const receiveWithZeroBasis: Rule = {
  operation: 'receive-free',
  ids: [],
  value: 'not-needed',
  movements(event, costs) {
    return receiveAtBasis(event, costs, 0n)
  },
}

/**
 * A coin of unknown origin has a basis of 0, and the owner is asked about it (R-MISS-2; no authority, a question): 1 ETH that arrived
 * from nowhere known, and was sold for $3,000, is a gain of $3,000 until somebody says what it was.
 */
export const receiveUnresolved: Rule = {
  operation: 'receive-unresolved',
  ids: [],
  value: 'not-needed',
  movements(event, costs) {
    const lot = receiveAtBasis(event, costs, 0n)
    return isCoin(event.received) ? [{ does: 'warn', code: 'UNRESOLVED_RECEIVED' }, ...lot] : lot
  },
}

/** Holding period and loss basis that a gift takes over from the donor. */
export interface TakenOverFromDonor {
  readonly acquired: Day
  readonly lossBasis?: Dollars
}

/**
 * Receives units as a lot with a basis. A fee in the same coin is paid out of that very lot (R-FEE-5; Treas. Reg. 1.1001-7(b)(2),
 * 1.1012-1(h)(2)): of 10 SOL that cost $1,000, a fee of 1 SOL worth $110 is a gain of $10, and 9 SOL that cost $900 are left.
 */
export function receiveAtBasis(
  event: TaxEvent,
  costs: Costs,
  basis: Dollars,
  takenOver?: TakenOverFromDonor,
): readonly Movement[] {
  const { received } = event
  if (!isCoin(received)) return withFeeSpent([], costs)
  const { asset, units } = received
  if (units <= 0n) return withFeeSpent([], costs)
  const lot: Movement = { does: 'acquire', asset, units, basis, ...takenOver }
  return withFeeSpent([lot], costs, isFeeWithheldFrom(costs, asset))
}

/**
 * Receives units as a lot at its fair market value, which is its basis (R-INC-1), whether they are income or not (R-INC-3). Where no
 * value is known, the basis is 0 (R-INC-2; Rev. Rul. 2019-24): 100 units of a fork that nobody traded yet cost $0.
 */
export function receiveAtValue(event: TaxEvent, costs: Costs): readonly Movement[] {
  return receiveAtBasis(event, costs, valueOf(event.received))
}
