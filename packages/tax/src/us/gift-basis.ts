import type { Amounts, Slot } from '../amounts/amounts.ts'
import { BETWEEN_BASES, GAIN_BASIS, LOSS_BASIS, type BasisMark } from '../engine/row-table.ts'

/**
 * A billionth of a dollar, in units of 10^-12. Shares of proceeds and of a basis are rounded each by itself, so that units sold for
 * exactly what they were worth as a gift may bring a few units less. That is no loss, and must not begin their holding period anew.
 */
const ROUNDING = 1000n

/**
 * The basis of a gift that counts, if it was worth less than the donor had paid: for a gain the donor's, for a loss
 * the value at the gift, and between the two neither, so that there is no gain and no loss (R-GIFT-2, section 1015(a),
 * Treas. Reg. 1.1015-1(a)(2)).
 */
export function basisThatCounts(amounts: Amounts, proceeds: Slot, gain: Slot, loss: Slot): BasisMark {
  if (amounts.compare(proceeds, gain) > 0) return GAIN_BASIS
  return amounts.get(loss) - amounts.get(proceeds) > ROUNDING ? LOSS_BASIS : BETWEEN_BASES
}
