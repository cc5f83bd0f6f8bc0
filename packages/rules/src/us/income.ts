import { valueOf } from '../event.ts'
import { receiveAtValue } from './receipt.ts'
import type { Rule } from './rule.ts'

/**
 * Income is counted at its fair market value on the day it is received, and that value is the basis of the lot (R-INC-1; section 61,
 * Notice 2014-21, Rev. Rul. 2023-14): 2 SOL of staking rewards at $150 are income of $300, and a lot that cost $300. An airdrop or a
 * fork without a price is income of 0 (R-INC-2; Rev. Rul. 2019-24).
 */
export const income: Rule = {
  operation: 'income',
  ids: ['R-INC-1'],
  value: 'needs-received',
  byKind: {
    airdrop: { ids: ['R-INC-1', 'R-INC-2'], value: 'not-needed' },
    fork: { ids: ['R-INC-1', 'R-INC-2'], value: 'not-needed' },
  },
  countsInCash: true,
  movements(event, costs) {
    const { received, treatment } = event
    const units = received?.units ?? 0n
    return [
      { does: 'income', category: treatment.kind, units, value: valueOf(received), isPart: false },
      ...receiveAtValue(event, costs),
    ]
  },
}
