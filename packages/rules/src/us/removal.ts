import { isCoin, valueOf } from '../event.ts'
import type { Movement } from '../movement.ts'
import { withFeeSpent } from './fees.ts'
import type { Rule } from './rule.ts'
import { loseLocked } from './staking.ts'

/**
 * A coin that is given away, donated, stolen or lost leaves with its basis, without gain or loss (R-GIFT-4, section 1015; R-DON-1,
 * section 170(e)(1)(A); R-LOSS-1, sections 165(h)(5) and 67(g), CCA 202302011): 1 ETH that cost $1,000 and was stolen when it was
 * worth $3,000 is no deduction. A coin that was sent to an unknown place leaves in the same way, and the owner is asked about it
 * (R-MISS-2).
 */
export const remove: Rule = {
  operation: 'remove',
  ids: ['R-LOSS-1'],
  value: 'may-be-unknown',
  byKind: {
    gift: { ids: ['R-GIFT-4'] },
    donation: { ids: ['R-HOLD-1', 'R-DON-1'], value: 'needs-sent' },
    sent_unresolved: { ids: ['R-MISS-2'] },
  },
  movements(event, costs, memory) {
    const { sent, treatment } = event
    const { kind } = treatment
    if (!isCoin(sent)) return withFeeSpent([], costs)
    if (kind === 'lost' || kind === 'stolen') loseLocked(event, sent, memory)
    const { asset, units } = sent
    const removed: Movement = { does: 'remove', asset, units, value: valueOf(sent), kind }
    return withFeeSpent(kind === 'sent_unresolved' ? [UNRESOLVED_SENT, removed] : [removed], costs)
  },
}

const UNRESOLVED_SENT: Movement = { does: 'warn', code: 'UNRESOLVED_SENT' }
