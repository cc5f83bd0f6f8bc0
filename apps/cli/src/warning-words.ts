import type { WarningCode } from '@lotbook/rules'

/** What the data leaves open, in words for a terminal; the code stands behind them for who looks it up. */
export const warningWords: Readonly<Record<WarningCode, string>> = {
  MISSING_BASIS:
    'more is disposed of than ever came in; what is missing has a basis of $0.00 and is short-term',
  UNRESOLVED_SENT: 'nothing says where it was sent; it leaves with its basis, without a gain',
  UNRESOLVED_RECEIVED: 'nothing says where it came from; it is no income, and has a basis of $0.00',
  GIFT_BASIS_UNKNOWN: 'the basis of the donor is not known; it counts as $0.00',
  STAKING_RETURN_EXCEEDS_LOCKUP: 'more came back than was locked up',
  STAKING_RETURN_SHORT: 'less came back than was locked up; the rest is lost, or still locked up',
  SPEC_LOT_UNAVAILABLE: 'a lot that was named is not there; the order of lots decides instead',
  SAFE_HARBOR_ALLOCATION_MISSING:
    'several accounts held something under one pool at the end of 2024, and no allocation is recorded; units stayed where they were acquired as far as they were held there, and the rest went oldest first to accounts by name',
  SAFE_HARBOR_UNPLACED: 'the allocation leaves units without an account',
}
