import type { DeclaredToken, UnsettledChoices } from './unsettled.ts'

/** Treatments of the network fee of a self-transfer (R-TRF-2). */
export const TRANSFER_FEES = ['dispose', 'capitalize', 'carry'] as const
export type TransferFee = (typeof TRANSFER_FEES)[number]

/** Settings that the rules of an event hang on. */
export interface RuleSettings {
  readonly transfer_fee?: TransferFee
  /** Choices where the law is unsettled; one that is left out is the default (`docs/tax/unsettled.md`). */
  readonly treatments?: UnsettledChoices | null
  /** Tokens that stand for another asset or rebase, as their owner declares them. */
  readonly tokens?: readonly DeclaredToken[] | null
}
