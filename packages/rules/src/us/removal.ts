import { isCoin, type TaxEvent, valueOf } from '../event.ts'
import type { Memory } from '../memory.ts'
import type { Movement } from '../movement.ts'
import { type Costs, thenFee } from './fees.ts'
import { loseLocked } from './staking.ts'

/**
 * Given, donated, stolen, lost, or sent nobody knows where: units leave with their basis, and there is no gain and no loss (R-GIFT-4,
 * section 1015; R-DON-1, section 170(e)(1)(A); R-LOSS-1, sections 165(h)(5) and 67(g), CCA 202302011): 1 ETH that cost $1,000 and was
 * stolen when it was worth $3,000 is no deduction. What was sent nobody knows where is asked about (R-MISS-2).
 */
export function remove(event: TaxEvent, costs: Costs, memory: Memory): readonly Movement[] {
  const { sent, treatment } = event
  const { kind } = treatment
  if (!isCoin(sent)) return thenFee([], costs)
  if (kind === 'lost' || kind === 'stolen') loseLocked(event, sent, memory)
  const { asset, units } = sent
  const removed: Movement = { does: 'remove', asset, units, value: valueOf(sent), kind }
  return thenFee(kind === 'sent_unresolved' ? [UNRESOLVED_SENT, removed] : [removed], costs)
}

const UNRESOLVED_SENT: Movement = { does: 'warn', code: 'UNRESOLVED_SENT' }
