import type { TaxDate } from '@lotbook/journal'
import type { Estimates } from './estimates.ts'
import type { Day, Dollars, TaxEvent } from './event.ts'
import type { IncomeLines } from './income-lines.ts'
import type { Memory } from './memory.ts'
import type { Movement } from './movement.ts'
import type { ChosenTreatments, OpenQuestions } from './open-questions.ts'
import type { Reported } from './reported.ts'
import type { RuleSettings, TransferFee } from './settings.ts'
import type { Term } from './term.ts'
import type { Treatment } from './treatment.ts'

/** Finds the movements of an event, given what is known of those before it; events are asked about in their order. */
export type EventRule = (event: TaxEvent, memory: Memory) => readonly Movement[]

/** Facts of a disposal or removal that the rules it rests on depend on. */
export interface RowFacts {
  readonly treatment: Treatment
  readonly kind: string
  readonly method: string
  readonly isFee: boolean
  readonly isFromReceived: boolean
  readonly hasFees: boolean
  readonly isMissing: boolean
  /** True for the pay of a contract, or its cost. */
  readonly isContract: boolean
  readonly isDualBasis: boolean
  readonly isPooledByAccount: boolean
  readonly term: Term
}

/** The basis of a gift by which a sale is measured; by `neither` there is no gain and no loss. */
export type BasisThatCounts = 'gain' | 'loss' | 'neither'

/** Part of the form of a year that a row belongs in, as the form names it. */
export type Box = string

/** Ids of the rules that a row of a result rests on, in the order in which they were asked. */
export interface RowReasons {
  readonly ofDisposal: (row: RowFacts) => readonly string[]
  readonly ofRemoval: (row: RowFacts) => readonly string[]
  /** @param made whether a choice made an income of all of it or of a part, where it is none by default. */
  readonly ofIncome: (category: string, made: 'by default' | 'by choice' | 'in part') => readonly string[]
}

/**
 * Facts of a row, worked out another way than the calculation does. The check of a result asks these, so that it shares no code with
 * what made the result.
 */
export interface CrossCheck {
  readonly isLong: (acquired: Day, disposed: Day) => boolean
  readonly deductionOf: Jurisdiction['deductionOf']
  readonly boxOf: (disposed: Day, term: Term, reported: Reported) => Box
}

/** The law of a country, as a value: who works out a history asks it, and knows no country. */
export interface Jurisdiction {
  readonly code: string
  /** Version of the rules, which changes with each of them; results, manifests and checkpoints state it. */
  readonly rulesVersion: string

  /** The treatment of each type of transaction; the position in the list is the code that columns carry. */
  readonly treatments: readonly Treatment[]
  /** The code of a type and sub type that an input states; undefined where there is no such pair. */
  readonly treatmentCode: (type: string, subType: string | null | undefined) => number | undefined
  /** Types of an exchange of one asset for another: between declared assets their treatment counts, whatever a row calls it. */
  readonly pairTypes: readonly string[]
  /** Whether a type and sub type counts though cash alone moved. */
  readonly countsInCash: (type: string, subType: string | null) => boolean

  readonly questions: OpenQuestions
  /** Ways to treat the network fee of a self-transfer, the default first. */
  readonly transferFees: readonly [TransferFee, ...TransferFee[]]
  readonly treatmentsUnder: (settings: RuleSettings) => ChosenTreatments

  readonly rulesUnder: (settings: RuleSettings) => EventRule
  readonly reasonsUnder: (settings: RuleSettings) => RowReasons
  /** The tax day from which each account has lots of its own, whatever pool was chosen before. */
  readonly lotsByAccountFrom: Day

  /** Kinds of rows for the pay of a contract, or its cost: no lot is taken for them. */
  readonly contractKinds: readonly string[]
  /** Kinds of removals that the return deducts. */
  readonly deductedKinds: readonly string[]
  /** The first day on which a sale of what was acquired on a day is long-term. */
  readonly longTermFrom: (acquiredOn: TaxDate) => TaxDate
  /** The basis that counts, where a gift has one for a gain and one for a loss. */
  readonly basisThatCounts: (proceeds: Dollars, forGain: Dollars, forLoss: Dollars) => BasisThatCounts
  /** The deduction for a removal of one of `deductedKinds`: either the value or the basis. */
  readonly deductionOf: (term: Term, value: Dollars, basis: Dollars) => Dollars
  /** The part of the form of a year that a row belongs in. */
  readonly boxOf: (year: number, term: Term, reported: Reported) => Box
  readonly crossCheck: CrossCheck

  readonly incomeLines: IncomeLines
  /** Tax years whose brackets, limits and exclusions are known. Gains of other years are worked out all the same, the tax of them is not. */
  readonly horizon: readonly number[]
  readonly estimates: Estimates
}
