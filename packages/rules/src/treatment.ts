/** Treatment of a transaction by the rules; docs/tax names it for each type and sub type. */
export type Operation =
  /** Something is given for something else: buy, sell, trade, ICO, mint (R-TRD-1, R-ICO-1, R-NFT-1, R-NFT-2). */
  | 'exchange'
  /** Income at fair market value, which is also the basis (R-INC-1, R-INC-2). */
  | 'income'
  /** A lot at fair market value that is no income (R-INC-3; 9.1: rebate, loan). */
  | 'acquire'
  /** A lot with basis 0 that is no income: taxed when it is disposed of (R-OPEN-6, R-OPEN-7). */
  | 'receive-free'
  /** A lot as of `acquire`, with a debt of as many units (R-OPEN-11). */
  | 'borrow'
  /** Given back for what it was worth when it was borrowed (R-OPEN-11). */
  | 'repay'
  /** The pay of a contract is gain in full (R-CON-1). */
  | 'margin-gain'
  /** The cost of a contract is a loss in full; a coin that paid it is disposed of besides (R-CON-2). */
  | 'margin-loss'
  /** Arrived from nobody knows where: basis 0, for review (R-MISS-2). */
  | 'receive-unresolved'
  | 'receive-gift'
  | 'staking-return'
  | 'staking-lockup'
  /** Given up for its value: spending, fees, settlements in kind (R-SPD-1, R-FEE-4). */
  | 'dispose'
  /** Leaves with its basis, without gain or loss (R-GIFT-4, R-DON-1, R-LOSS-1, R-MISS-2). */
  | 'remove'
  /** Rebrand, migration, redenomination (R-SWP-1). */
  | 'convert'
  /** A self-transfer (R-TRF-1, R-TRF-2). */
  | 'transfer'

/** A type and sub type of transaction, and what the rules make of it. */
export interface Treatment {
  readonly type: string
  readonly subType: string | null
  readonly operation: Operation
  /** The word for it in the result: a disposal's or removal's `kind`, an income's `category`. */
  readonly kind: string
}
