import { isCoin, valueOf } from '../event.ts'
import { withFeeSpent } from './fees.ts'
import type { Rule } from './rule.ts'

/**
 * A coin that is spent, or that settles a debt or a fee, is disposed of for its value, less costs (R-SPD-1, R-FEE-2, R-FEE-4; Notice
 * 2014-21, Treas. Reg. 1.1001-7): 0.01 BTC that cost $300, paid for a meal of $600, is a gain of $300.
 */
export const spend: Rule = {
  operation: 'dispose',
  ids: [],
  byKind: { purchase: { ids: ['R-SPD-1'] }, fee: { ids: ['R-FEE-4'] } },
  value: 'needs-sent',
  movements({ sent, treatment }, costs) {
    if (!isCoin(sent)) return withFeeSpent([], costs)
    const { asset, units } = sent
    const { kind } = treatment
    return withFeeSpent(
      [{ does: 'dispose', asset, units, value: valueOf(sent), costs: costs.total, kind }],
      costs,
    )
  },
}
