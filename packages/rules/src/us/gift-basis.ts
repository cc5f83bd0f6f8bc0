import type { Dollars } from '../event.ts'
import type { BasisThatCounts } from '../jurisdiction.ts'

/**
 * A billionth of a dollar. Shares of proceeds and of a basis are rounded each by itself, so that units sold for exactly what they were
 * worth as a gift may bring a few units less. That is no loss, and must not begin their holding period anew.
 */
const ROUNDING: Dollars = 1000n

/**
 * The basis of a gift that counts, if it was worth less than the donor had paid: for a gain the donor's, for a loss the value at the
 * gift, and between the two neither, so that there is no gain and no loss (R-GIFT-2, section 1015(a), Treas. Reg. 1.1015-1(a)(2)).
 * Bought for $900 and given when it was worth $600: sold for $1,000 it is a gain of $100, for $500 a loss of $100, for $700 nothing.
 */
export function basisThatCounts(proceeds: Dollars, forGain: Dollars, forLoss: Dollars): BasisThatCounts {
  if (proceeds > forGain) return 'gain'
  return forLoss - proceeds > ROUNDING ? 'loss' : 'neither'
}
