import type { Amounts, Slot } from '../amounts/amounts.ts'
import { BETWEEN_BASES, GAIN_BASIS, LOSS_BASIS, type BasisMark } from '../engine/row-table.ts'

/**
 * Which basis of a gift counts, when it was worth less than the donor had paid: for a gain the donor's, for a
 * loss the value at the gift, and between the two neither, so that there is no gain and no loss (R-GIFT-2,
 * section 1015(a), Treas. Reg. 1.1015-1(a)(2)).
 */
export function basisThatCounts(amounts: Amounts, proceeds: Slot, gain: Slot, loss: number): BasisMark {
  if (amounts.compare(proceeds, gain) > 0) return GAIN_BASIS
  if (amounts.compare(proceeds, loss) < 0) return LOSS_BASIS
  return BETWEEN_BASES
}
