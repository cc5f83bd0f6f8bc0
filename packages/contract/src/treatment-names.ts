// Apart from the calls, so that a screen that names them does not bring the validator along.

/** What the law leaves open, with its choices; the first is the default (`docs/tax/unsettled.md`). */
export const TREATMENTS = {
  wrapped: ['swap', 'trade'],
  bridged: ['trade', 'swap'],
  liquid_staking: ['trade', 'swap'],
  liquidity_pool: ['trade', 'swap'],
  lending_receipt: ['trade', 'swap'],
  rebase: ['income', 'zero_basis'],
  airdrop: ['income', 'zero_basis'],
  staking_lockup: ['keep', 'dispose'],
  staking_return: ['unknown', 'income'],
  rebate: ['none', 'income'],
  loan: ['market', 'liability'],
  exchange_fee: ['given', 'split'],
} as const

/** The same with the network fees of own transfers, which have their own place among the settings. */
export const OPEN_TREATMENTS = {
  ...TREATMENTS,
  transfer_fee: ['dispose', 'capitalize', 'carry'],
} as const
export type OpenTreatment = keyof typeof OPEN_TREATMENTS

/** What a token may be declared to be. All but a rebasing one stand for another asset. */
export const TOKEN_KINDS = [
  'wrapped',
  'bridged',
  'liquid_staking',
  'liquidity_pool',
  'lending_receipt',
  'rebase',
] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]
