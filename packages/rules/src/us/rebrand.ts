import type { Side } from '../event.ts'
import type { Movement } from '../movement.ts'
import { isFeeWithheldFrom, withFeeSpent } from './fees.ts'
import type { Rule } from './rule.ts'

/**
 * A rebrand, migration or redenomination is not a disposal: each lot converts by the ratio, and keeps its basis and dates (R-SWP-1;
 * Treas. Reg. 1.1001-1(a), from memory). Of 1 OLD that cost $100 and became 10 NEW, each NEW cost $10, and is held since OLD was
 * bought.
 *
 * Units that became nothing are lost with their basis, for the preparer to look at (R-LOSS-1). Units that came of nothing have no
 * known origin (R-MISS-1). A fee in the new coin is paid out of the converted lots (R-FEE-5).
 */
export const rebrand: Rule = {
  operation: 'convert',
  ids: ['R-LOSS-1'],
  value: 'not-needed',
  movements({ sent, received }, costs) {
    const isWithheld = received !== null && isFeeWithheldFrom(costs, received.asset)
    if (sent === null || received === null) return withFeeSpent([], costs, isWithheld)
    return withFeeSpent(conversion(sent, received), costs, isWithheld)
  },
}

function conversion({ asset, units }: Side, { asset: toAsset, units: toUnits }: Side): Movement[] {
  if (toUnits === 0n) return [{ does: 'remove', asset, units, value: 0n, kind: 'lost' }]
  if (units === 0n)
    return [
      { does: 'warn', code: 'MISSING_BASIS' },
      { does: 'acquire', asset: toAsset, units: toUnits, basis: 0n },
    ]
  return [{ does: 'convert', asset, units, toAsset, toUnits }]
}
