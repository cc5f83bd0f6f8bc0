import type { CapitalizedFee, CarriedFee } from './movement.ts'

/** A way to treat the network fee of a self-transfer: a disposal of its own, or a part of the moved lots. */
export type TransferFee = 'dispose' | CapitalizedFee['treatment'] | CarriedFee['treatment']

/** A token as its owner declares it: nothing is told from a ticker alone. */
export interface DeclaredToken {
  /** A kind that the jurisdiction knows (`OpenQuestions.tokens`). */
  readonly kind: string
  readonly asset: string
  /** The asset it stands for; of a rebasing token none. */
  readonly of?: string | null
}

/** Settings that the rules of an event depend on; the jurisdiction names the questions and their choices. */
export interface RuleSettings {
  readonly transfer_fee?: TransferFee
  /** Choices where the law is unsettled, by question; one that is left out is the default. */
  readonly treatments?: Readonly<Record<string, string | null | undefined>> | null
  /** Tokens that stand for another asset or rebase, as their owner declares them. */
  readonly tokens?: readonly DeclaredToken[] | null
}
