import { isCoin } from '../event.ts'
import { withFeeSpent } from './fees.ts'
import { receiveAtBasis } from './receipt.ts'
import type { Rule } from './rule.ts'

/**
 * A gift keeps the donor's basis and holding period (R-GIFT-1; sections 1015(a) and 1223(2)): 1 BTC that the donor bought for $9,000
 * in 2019 is a lot of 2019 that cost $9,000.
 *
 * A gift worth less than the donor paid has a second basis for a loss, its value at the gift (R-GIFT-2; Treas. Reg. 1.1015-1(a)(2)).
 * If nothing is known of the donor, the gift has a basis of 0 and the day of the gift, and the owner is asked about it (R-GIFT-3).
 */
export const receiveGift: Rule = {
  operation: 'receive-gift',
  ids: [],
  value: 'may-be-unknown',
  movements(event, costs) {
    const { received, donor, day } = event
    if (!isCoin(received)) return withFeeSpent([], costs)
    if (donor?.basis === undefined)
      return [{ does: 'warn', code: 'GIFT_BASIS_UNKNOWN' }, ...receiveAtBasis(event, costs, 0n)]
    const { value } = received
    const acquired = donor.acquired ?? day
    const isWorthLess = value !== null && value < donor.basis
    return receiveAtBasis(
      event,
      costs,
      donor.basis,
      isWorthLess ? { acquired, lossBasis: value } : { acquired },
    )
  },
}
