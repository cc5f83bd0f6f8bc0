import { isCoin, type TaxEvent, valueOf } from '../event.ts'
import type { Movement } from '../movement.ts'
import { type Costs, thenFee } from './fees.ts'

/**
 * Spent, or settled in kind: a disposal for its value, less costs (R-SPD-1, R-FEE-2; Notice 2014-21, Treas. Reg. 1.1001-7). 0.01 BTC that
 * cost $300, paid for a meal of $600, is a gain of $300.
 */
export function spend({ sent, treatment }: TaxEvent, costs: Costs): readonly Movement[] {
  if (!isCoin(sent)) return thenFee([], costs)
  const { asset, units } = sent
  const { kind } = treatment
  return thenFee([{ does: 'dispose', asset, units, value: valueOf(sent), costs: costs.all, kind }], costs)
}
