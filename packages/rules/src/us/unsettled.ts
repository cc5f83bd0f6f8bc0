/**
 * Questions that the law leaves open, and the choices for each; the first is the default (`tax/us.md` 9.1 and 12).
 * Each has a page or a line in `docs/tax/unsettled.md` with its authority and a figure for each choice.
 */
export const UNSETTLED = {
  /** A token that stands for a coin one to one on the same chain. */
  wrapped: ['swap', 'trade'],
  /** The version of a token on another chain. */
  bridged: ['trade', 'swap'],
  /** A token that stands for a staked coin. */
  liquid_staking: ['trade', 'swap'],
  /** A share of a liquidity pool. */
  liquidity_pool: ['trade', 'swap'],
  /** A token that stands for what was lent out or posted as collateral. */
  lending_receipt: ['trade', 'swap'],
  /** Units that a rebasing token adds to what is held. */
  rebase: ['income', 'zero_basis'],
  airdrop: ['income', 'zero_basis'],
  staking_lockup: ['keep', 'dispose'],
  /** Units returned beyond those locked up. */
  staking_return: ['unknown', 'income'],
  rebate: ['none', 'income'],
  /** A loan repaid in the coin that was borrowed. */
  loan: ['market', 'liability'],
  /** The costs of exchanging one asset for another. */
  exchange_fee: ['given', 'split'],
} as const

export type Unsettled = keyof typeof UNSETTLED
/** The choices made; one that is left out is the default. */
export type UnsettledChoices = { readonly [K in Unsettled]?: (typeof UNSETTLED)[K][number] | null }

/** Kinds that a customer may declare a token to be. All but a rebasing one stand for another asset. */
export const TOKEN_KINDS = [
  'wrapped',
  'bridged',
  'liquid_staking',
  'liquidity_pool',
  'lending_receipt',
  'rebase',
] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]
