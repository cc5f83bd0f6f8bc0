import type { Treatment } from './treatment.ts'

/** Questions that a law leaves open, and the choices that a person has for each. */
export interface OpenQuestions {
  /** The choices of each question, the default first. */
  readonly choices: Readonly<Record<string, readonly [string, ...string[]]>>
  /** The question that bears on every transaction of a treatment; undefined where none does. */
  readonly ofTreatment: (treatment: Treatment) => string | undefined
  /** The question of who bears the costs of an exchange of two coins; undefined where the law answers it. */
  readonly ofExchangeFee: string | undefined
  readonly tokens: TokenKinds
}

/** Kinds of tokens that an owner may declare. Each is a question of its own: how an exchange into it, or a rebase, is treated. */
export interface TokenKinds {
  /** Kinds of a token that stands for another asset. */
  readonly pairs: readonly string[]
  /** The kind of a token whose owners receive more units of it. */
  readonly rebasing: string
  /** Whether a receipt of a rebasing token is a rebase. */
  readonly isRebase: (receipt: Treatment) => boolean
}

/** Treatments under the choices in force, from the code of a stated treatment to the code of the one that counts. */
export interface ChosenTreatments {
  readonly ofStated: (code: number) => number
  /** Takes an exchange between two assets that are declared for each other. */
  readonly ofPair: (code: number, kind: string) => number
  readonly ofRebase: (code: number) => number
  /** Takes an exchange, after the choices, in which one side is the currency of a state. */
  readonly withCash: (code: number) => number
}
