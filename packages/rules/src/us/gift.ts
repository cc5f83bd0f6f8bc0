import { isCoin, type TaxEvent } from '../event.ts'
import type { Movement } from '../movement.ts'
import { type Costs, thenFee } from './fees.ts'
import { receive } from './receipt.ts'

/**
 * A gift goes on with the donor's basis and holding period (R-GIFT-1; sections 1015(a) and 1223(2)): 1 BTC that the donor bought
 * for $9,000 in 2019 is a lot of 2019 that cost $9,000.
 *
 * Worth less than the donor paid, it has a second basis for a loss, its value at the gift (R-GIFT-2; Treas. Reg. 1.1015-1(a)(2)).
 * If nothing is known of the donor, it has a basis of 0 and the day of the gift, and is asked about (R-GIFT-3).
 */
export function receiveGift(event: TaxEvent, costs: Costs): readonly Movement[] {
  const { received, donor, day } = event
  if (!isCoin(received)) return thenFee([], costs)
  if (donor?.basis === undefined)
    return [{ does: 'warn', code: 'GIFT_BASIS_UNKNOWN' }, ...receive(event, costs, 0n)]
  const { value } = received
  const acquired = donor.acquired ?? day
  return receive(
    event,
    costs,
    donor.basis,
    value !== null && value < donor.basis ? { acquired, lossBasis: value } : { acquired },
  )
}
